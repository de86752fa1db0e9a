import * as vscode from 'vscode';
import { formatCount, formatNumber } from '../../../base/format';
import { inertLine, inertText } from '../../../base/inert';
import type { ResultSet } from '../../../database/port';
import type { Note, Shown } from '../../../protocol/results-messages';
import { nameOf } from '../../boards/read-state';
import { rangeOf } from '../errors';
import type { RunState, SqlRun } from '../sql-run';
import { shownColumns } from './cells';

const LONGEST_SQL = 500;

/** A run as the panel shows it. */
export function shownRun(run: SqlRun): Shown {
  const { id, request, state, order } = run;
  const database = inertLine(nameOf(request.database));
  const shown = {
    run: id,
    state: state.kind,
    sql: inertLine(request.sql).slice(0, LONGEST_SQL),
    facts: [database],
    notes: [],
    columns: [],
    rows: 0,
    order: order ?? null,
  };
  switch (state.kind) {
    case 'running':
      return shown;
    case 'cancelled':
      return { ...shown, facts: [vscode.l10n.t('Cancelled'), database] };
    case 'failed': {
      const start = rangeOf(run)?.start;
      const place = start && vscode.l10n.t('Line {0}, column {1}', start.line + 1, start.character + 1);
      return { ...shown, failure: { message: inertText(state.message), ...(place !== undefined && { place }) } };
    }
    case 'rows': {
      const { result } = state;
      return {
        ...shown,
        facts: [rowsFact(result), duration(result.milliseconds), database],
        notes: [...recordedNote(state), ...cutNotes(result), ...result.warnings.map(warning)],
        columns: shownColumns(result.columns, result.rows),
        rows: result.rows.length,
      };
    }
  }
}

/** `1,000 of 12,345 rows`. */
export function rowsFact({ rows, rowCount }: ResultSet): string {
  const held = formatCount(rows.length);
  if (typeof rowCount !== 'number')
    return vscode.l10n.t('{0} of at least {1} rows', held, formatCount(rowCount.atLeast));
  if (rowCount !== rows.length) return vscode.l10n.t('{0} of {1} rows', held, formatCount(rowCount));
  return rowCount === 1 ? vscode.l10n.t('1 row') : vscode.l10n.t('{0} rows', held);
}

export function duration(milliseconds: number): string {
  return milliseconds < 1_000
    ? vscode.l10n.t('{0} ms', formatNumber(milliseconds, milliseconds < 10 ? 1 : 0))
    : vscode.l10n.t('{0} s', formatNumber(milliseconds / 1_000, 1));
}

function recordedNote({ recorded }: Extract<RunState, { readonly kind: 'rows' }>): Note[] {
  if (recorded?.same === undefined) return [];
  return [
    recorded.same
      ? { kind: 'same', text: vscode.l10n.t('Same answer as recorded for {0}', recorded.query) }
      : {
          kind: 'differs',
          text: vscode.l10n.t('Another answer than recorded for {0}: the data drifted', recorded.query),
        },
  ];
}

function cutNotes({ rows, rowCount, cut }: ResultSet): Note[] {
  const notes: Note[] = [];
  const note = (text: string): void => void notes.push({ kind: 'cut', text });
  if (typeof rowCount !== 'number') {
    note(vscode.l10n.t('The query was stopped by its time limit: more rows may follow.'));
  } else if (rowCount > rows.length) {
    note(
      vscode.l10n.t(
        'The first {0} rows are held; sorting, copying and exporting work on these. Aggregate or filter to see the rest.',
        formatCount(rows.length),
      ),
    );
  }
  if (cut !== undefined && cut.characters > 0) {
    note(vscode.l10n.t('{0} characters of long cells are not held.', formatCount(cut.characters)));
  }
  return notes;
}

function warning(text: string): Note {
  return { kind: 'warning', text: inertLine(text) };
}
