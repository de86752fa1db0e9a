import type { CollectorContext } from '../roles';
import { comparisonInput } from './claim-input';
import { compareGroups } from './compare-groups';
import type { OperatorFindings } from './operator-findings';
import { operatorInput, operatorTool, type Operators } from './operator-tool';
import type { Tool } from './tool';

const input = operatorInput(comparisonInput);

export function compareGroupsTool(context: CollectorContext, found: OperatorFindings, operators: Operators): Tool {
  return operatorTool(
    {
      name: 'compare_groups',
      description:
        'Compares an outcome between groups of units: crude difference, screening of possible confounders, the difference ' +
        'adjusted for them, and whether it changes between subgroups, with intervals. It writes its own SQL along the keys of ' +
        'the schema and counts each unit once. Call it without arguments to test the typed claim of the hypothesis.',
      kinds: ['effect', 'best', 'modification', 'confounding'],
      input,
      run: (claim, data, signal) => compareGroups(claim, data, signal, context.board.investigation.margins),
    },
    context,
    found,
    operators,
  );
}
