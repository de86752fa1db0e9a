import { decodeBoard, encodeBoard } from '../../src/board/codec';
import type { Board } from '../../src/board/board';
import { sampleBoard } from '../board/sample';

/** What attacks a page, a terminal, a Markdown reader or the reader's eye. */
export const ATTACK = [
  '<img src=x onerror="window.attacked = true">',
  '<script>window.attacked = true</script>',
  '"><svg onload="window.attacked = true">',
  '[a link](https://example.org/stolen) ![a picture](https://example.org/pixel.png)',
  '[a command](command:workbench.action.quit) $(trash) [x](javascript:alert(1))',
  '\u202Eesrever\u202C \u0007\u001b[31mred',
  'x'.repeat(3000),
].join(' ');

/** Keys whose values name records, kinds or instants: they cannot hold any text. */
const FIXED = new Set(
  'id engine status from to relation hypothesis proposed cites query redundantWith refines as at startedAt finishedAt createdAt updatedAt recordedAt kind direction answers measure digest d2board results $integer $bytes $real'.split(
    ' ',
  ),
);

/** The sample board with the attack in every text field, column name and cell. */
export function hostileBoard(): Board {
  const file: unknown = JSON.parse(encodeBoard(sampleBoard()), (key, value: unknown) => {
    if (typeof value !== 'string' || FIXED.has(key)) return value;
    return ATTACK;
  });
  if (typeof file !== 'object' || file === null) throw new Error('no board');
  const board = decodeBoard(JSON.stringify(restoreIds(file, JSON.parse(encodeBoard(sampleBoard())))));
  return {
    ...board,
    report: `# ${ATTACK}\n\n${ATTACK} [14.3 %](#Q1/1/2) of E1\n\n- ${ATTACK}\n\n| a | b |\n| --- | --- |\n| ${ATTACK} | 1 |\n\n\`\`\`sql\n${ATTACK}\n\`\`\`\n\n<details open ontoggle="window.attacked = true">`,
  };
}

/** Ids stand in lists too, where they have no key of their own. */
function restoreIds(hostile: unknown, original: unknown): unknown {
  if (typeof original === 'string' && /^[HEQVL][1-9]\d*$/.test(original)) return original;
  if (Array.isArray(original) && Array.isArray(hostile))
    return hostile.map((each, index) => restoreIds(each, original[index]));
  if (isObject(original) && isObject(hostile))
    return Object.fromEntries(Object.entries(hostile).map(([key, each]) => [key, restoreIds(each, original[key])]));
  return hostile;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
