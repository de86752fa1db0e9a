export const SHARING = ['sample', 'schemaOnly'] as const;

/**
 * What models are shown of the data. `sample`: the results of queries, cut to a size. `schemaOnly`: no value of any cell, be it in a
 * result, a fact, a label or an error; only the schema, the shape of results, and statistics that operators computed.
 */
export type Sharing = (typeof SHARING)[number];

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
