import type { BoardReader, DataReader, JudgeContext } from '../roles';
import { openOperators, type Operators } from '../tools/operator-tool';
import { SchemaOnly } from './schema-only';
import type { Sharing } from './sharing';

/** What roles are handed instead of their contexts, so that their models see no more than is shared. */
export interface Shown {
  /** The context with the board as it is shown. */
  board<C extends BoardReader>(context: C): C;
  /** The same, with results of queries as they are shown. */
  data<C extends BoardReader & DataReader>(context: C): C;
  /** The same, with the finding of the rules as it is shown. */
  judge(context: JudgeContext): JudgeContext;
  /** Operators compute with the data whatever is shown of them. */
  operators(context: DataReader): Operators;
  /** What roles are told of it. */
  readonly note: string | undefined;
}

const EVERYTHING: Shown = {
  board: (context) => context,
  data: (context) => context,
  judge: (context) => context,
  operators: openOperators,
  note: undefined,
};

export function shown(sharing: Sharing): Shown {
  return sharing === 'schemaOnly' ? new SchemaOnly() : EVERYTHING;
}
