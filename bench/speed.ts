import { parseArgs } from 'node:util';
import { textTable } from '../src/cli/text-table';
import { measureSpeed, USUAL_WORKLOAD, type Speed } from './measurements';

const LIMITS: readonly (readonly [keyof Speed, limit: number, what: string])[] = [
  ['parallelRatio', 0.35, 'time of four collectors / of one at a time, model of 300 ms'],
  ['stepOverheadMs', 5, 'ms the Detective adds to a model call or query'],
  ['codecLoadMs', 300, 'ms to read a board of 2,000 pieces of evidence'],
  ['codecSaveMs', 300, 'ms to write it'],
];

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const speed = await measureSpeed(USUAL_WORKLOAD);
console.log(values.json ? JSON.stringify(speed) : tableOf(speed));

function tableOf(measured: Speed): string {
  return textTable(
    [{ title: '' }, { title: 'measured', align: 'right' }, { title: 'limit', align: 'right' }, { title: '' }],
    LIMITS.map(([name, limit, what]) => [
      what,
      measured[name].toFixed(limit < 10 ? 2 : 0),
      String(limit),
      measured[name] <= limit ? '' : 'over the limit',
    ]),
  );
}
