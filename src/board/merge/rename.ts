import type { Board } from '../board';

/** What other ids records get. */
export type Names = ReadonlyMap<string, string>;

export const SECTIONS = ['hypotheses', 'queries', 'evidence', 'links', 'verdicts'] as const;
export type Section = (typeof SECTIONS)[number];
export type RecordOf<S extends Section> = Board[S][number];

/**
 * The board with other ids for some of its records, wherever they are named: in what points to them, in who did something for a
 * hypothesis, and in the prose of the board itself. Statements, facts and SQL speak of the data, where `H5` may be a virus.
 */
export function renameRecords(board: Board, names: Names): Board {
  if (names.size === 0) return board;
  const renamed = <S extends Section>(section: S): RecordOf<S>[] =>
    board[section].map((record: RecordOf<S>) => renameRecord(section, record, names));
  return {
    ...board,
    hypotheses: renamed('hypotheses'),
    queries: renamed('queries'),
    evidence: renamed('evidence'),
    links: renamed('links'),
    verdicts: renamed('verdicts'),
    report: renameInReport(board.report, names),
    history: board.history.map((entry) => ({
      ...entry,
      by: renameInProse(entry.by, names),
      what: named(renameInProse(entry.what, names), names),
      ...(entry.why !== undefined && { why: renameInProse(entry.why, names) }),
    })),
  };
}

export function renameRecord<S extends Section>(section: S, record: RecordOf<S>, names: Names): RecordOf<S> {
  return RENAMERS[section](record, names);
}

const RENAMERS: { readonly [S in Section]: (record: RecordOf<S>, names: Names) => RecordOf<S> } = {
  hypotheses: (record, names) => ({
    ...record,
    id: named(record.id, names),
    ...(record.refines !== undefined && { refines: named(record.refines, names) }),
    ...(record.abandonedBecause !== undefined && { abandonedBecause: renameInProse(record.abandonedBecause, names) }),
  }),
  queries: (record, names) => ({ ...record, id: named(record.id, names), by: renameInProse(record.by, names) }),
  evidence: (record, names) => ({
    ...record,
    id: named(record.id, names),
    query: named(record.query, names),
    by: renameInProse(record.by, names),
    ...(record.redundantWith !== undefined && { redundantWith: named(record.redundantWith, names) }),
  }),
  links: (record, names) => ({
    ...record,
    id: named(record.id, names),
    from: named(record.from, names),
    to: named(record.to, names),
    note: renameInProse(record.note, names),
    by: renameInProse(record.by, names),
  }),
  verdicts: (record, names) => ({
    ...record,
    id: named(record.id, names),
    hypothesis: named(record.hypothesis, names),
    rationale: renameInProse(record.rationale, names),
    cites: record.cites.map((cited) => named(cited, names)),
  }),
};

function named(id: string, names: Names): string {
  return names.get(id) ?? id;
}

/** Not the ids of queries: in prose `Q4` may be a quarter. */
function renameInProse(text: string, names: Names): string {
  return text.replaceAll(/\b[HELV][1-9]\d*\b/g, (id) => named(id, names));
}

/** Everywhere but in code, which is SQL. */
function renameInReport(report: string, names: Names): string {
  return report
    .split(/(^```[^]*?^```|`[^`\n]*`)/m)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\b[HQELV][1-9]\d*\b/g, (id) => named(id, names))))
    .join('');
}
