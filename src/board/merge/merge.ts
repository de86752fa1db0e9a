import { compareIds } from '../../base/ids';
import type { Board } from '../board';
import { isSameContent } from '../content';
import { references } from '../references';
import { HYPOTHESIS, INVESTIGATION, QUERY, VERDICT } from './key-groups';
import { newIds } from './new-ids';
import { renameRecords, SECTIONS, type Names, type RecordOf, type Section } from './rename';
import { mergeLists, mergeRecord, mergeText, type KeyGroup, type Merged } from './three-way';

/** Equal boards; where there are conflicts they differ in these alone, and each is valid by itself. */
export type Merge = Merged<Board> & {
  readonly conflicts: readonly Conflict[];
  /** The new ids of records that their side added. */
  readonly renumbered: Names;
};

export type Conflict = {
  /** The id of a record, or `investigation`, `report`, `board`. */
  readonly record: string;
  /** Its keys that both sides changed, and not alike. */
  readonly keys: readonly string[];
};

/**
 * Merges two boards record by record. What either side added is kept, theirs with new ids where ours gave them away; what one side
 * changed is as that side has it. What a person decides is left as a conflict: a statement or a verdict that both sides changed.
 * What one side removed goes, unless the other side changed it or a record that stays points to it.
 * @param base what both sides began with; undefined when each made the board by itself
 */
export function mergeBoards(base: Board | undefined, ours: Board, theirs: Board): Merge {
  const ids = newIds(base, ours, theirs);
  const our = renameRecords(ours, ids.ours);
  const their = renameRecords(theirs, ids.theirs);
  const conflicts: Conflict[] = [];
  const note = (record: string, keys: readonly string[]): void => {
    if (keys.length > 0) conflicts.push({ record, keys });
  };
  const head = mergeRecord(base && headOf(base), headOf(our), headOf(their));
  note('board', head.conflicts);
  const investigation = mergeRecord(base?.investigation, our.investigation, their.investigation, INVESTIGATION);
  note('investigation', investigation.conflicts);
  const merged = {
    hypotheses: mergeSection('hypotheses', base, our, their, note, HYPOTHESIS),
    queries: mergeSection('queries', base, our, their, note, QUERY),
    evidence: mergeSection('evidence', base, our, their, note),
    links: mergeSection('links', base, our, their, note),
    verdicts: mergeSection('verdicts', base, our, their, note, VERDICT),
  };
  const report = mergeText(base?.report ?? '', our.report, their.report);
  if (report.ours !== report.theirs) note('report', ['report']);
  const history = mergeLists(base?.history, our.history, their.history, ({ at }) => at);
  const view = (side: 'ours' | 'theirs'): Board => ({
    ...head[side],
    investigation: investigation[side],
    hypotheses: merged.hypotheses[side],
    queries: merged.queries[side],
    evidence: merged.evidence[side],
    links: merged.links[side],
    verdicts: merged.verdicts[side],
    report: report[side],
    history,
  });
  return {
    ...withWhatIsPointedTo({ ours: view('ours'), theirs: view('theirs') }, [our, their]),
    conflicts,
    renumbered: ids.theirs,
  };
}

/** What a board holds beside its sections: its version, and keys of later versions. */
type Head = Omit<Board, Section | 'investigation' | 'report' | 'history'>;

function headOf({
  investigation: _investigation,
  hypotheses: _hypotheses,
  queries: _queries,
  evidence: _evidence,
  links: _links,
  verdicts: _verdicts,
  report: _report,
  history: _history,
  ...head
}: Board): Head {
  return head;
}

function mergeSection<S extends Section>(
  section: S,
  base: Board | undefined,
  ours: Board,
  theirs: Board,
  note: (record: string, keys: readonly string[]) => void,
  groups?: readonly KeyGroup<RecordOf<S>>[],
): Merged<RecordOf<S>[]> {
  const [was, our, their] = [base, ours, theirs].map((board) => byId<S>(board?.[section] ?? []));
  const merged: { ours: RecordOf<S>[]; theirs: RecordOf<S>[] } = { ours: [], theirs: [] };
  for (const id of [...new Set([...(our?.keys() ?? []), ...(their?.keys() ?? [])])].sort(compareIds)) {
    const [before, one, other] = [was?.get(id), our?.get(id), their?.get(id)];
    if (one !== undefined && other !== undefined) {
      const record = mergeRecord(before, one, other, groups);
      note(id, record.conflicts);
      merged.ours.push(record.ours);
      merged.theirs.push(record.theirs);
      continue;
    }
    const only = one ?? other;
    // As it was in the base: the other side removed it.
    if (only === undefined || (before !== undefined && isSameContent(before, only))) continue;
    merged.ours.push(only);
    merged.theirs.push(only);
  }
  return merged;
}

function byId<S extends Section>(records: readonly RecordOf<S>[]): ReadonlyMap<string, RecordOf<S>> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Takes back the removal of records that others still point to. */
function withWhatIsPointedTo(merged: Merged<Board>, sides: readonly Board[]): Merged<Board> {
  const ids = new Set(SECTIONS.flatMap((section) => merged.ours[section].map(({ id }) => id)));
  const missing = new Set(
    [merged.ours, merged.theirs]
      .flatMap((board) => [...references(board)].map(({ to }) => to))
      .filter((id) => !ids.has(id)),
  );
  if (missing.size === 0) return merged;
  const restored = <S extends Section>(board: Board, section: S): RecordOf<S>[] => {
    const records = byId<S>(sides.flatMap((side): readonly RecordOf<S>[] => side[section]));
    const back = [...records.values()].filter(({ id }) => missing.has(id));
    return [...board[section], ...back].sort((left, right) => compareIds(left.id, right.id));
  };
  const whole = (board: Board): Board => ({
    ...board,
    hypotheses: restored(board, 'hypotheses'),
    queries: restored(board, 'queries'),
    evidence: restored(board, 'evidence'),
    links: restored(board, 'links'),
    verdicts: restored(board, 'verdicts'),
  });
  return withWhatIsPointedTo({ ours: whole(merged.ours), theirs: whole(merged.theirs) }, sides);
}
