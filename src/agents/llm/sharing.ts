import type { BoardReader, DataReader, JudgeContext } from '../roles';
import { openOperators, type Operators } from '../tools/operator-tool';
import { SchemaOnly } from './schema-only';

export const SHARING = ['sample', 'schemaOnly'] as const;

/**
 * What models are shown of the data. `sample`: the results of queries, cut to a size. `schemaOnly`: no value of any cell, be it in a
 * result, a fact, a label or an error; only the schema, the shape of results, and statistics that operators computed.
 */
export type Sharing = (typeof SHARING)[number];

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

const SCHEMA_ONLY = ' (schema only)';

/** What a board calls a team: who provides its models, and that they see the schema alone. */
export function teamName(provider: string, sharing: Sharing): string {
  return sharing === 'schemaOnly' ? `${provider}${SCHEMA_ONLY}` : provider;
}

/** The provider and the sharing of a team by its name on a board. */
export function readTeamName(name: string): { readonly provider: string; readonly sharing: Sharing } {
  return name.endsWith(SCHEMA_ONLY)
    ? { provider: name.slice(0, -SCHEMA_ONLY.length), sharing: 'schemaOnly' }
    : { provider: name, sharing: 'sample' };
}
