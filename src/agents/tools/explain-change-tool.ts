import type { CollectorContext } from '../roles';
import { changeInput } from './claim-input';
import { explainChange } from './explain-change';
import type { OperatorFindings } from './operator-findings';
import { operatorInput, operatorTool, type Operators } from './operator-tool';
import type { Tool } from './tool';

const input = operatorInput(changeInput);

export function explainChangeTool(context: CollectorContext, found: OperatorFindings, operators: Operators): Tool {
  return operatorTool(
    {
      name: 'explain_change',
      description:
        'Explains a change between two periods: whether the data cover both, how much changed, and what each dimension ' +
        'contributed to it; or checks the data for an artefact (truncated period, duplicates, impossible values, missing ' +
        'outcomes, fan-out). Call it without arguments to test the typed claim of the hypothesis.',
      kinds: ['change', 'artefact'],
      input,
      run: explainChange,
    },
    context,
    found,
    operators,
  );
}
