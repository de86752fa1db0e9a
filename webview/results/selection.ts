import type { Area } from '../../src/protocol/results-messages';

/** A cell of the grid; row −1 is the titles. */
export type Place = { readonly row: number; readonly column: number };

/** The cells between two corners; the keyboard moves the active one. */
export type Selection = { readonly anchor: Place; readonly active: Place };

export type Bounds = {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are in sight. */
  readonly page: number;
};

export type Stroke = { readonly key: string; readonly control: boolean; readonly shift: boolean };

export const TITLES = -1;

export function at(row: number, column: number): Selection {
  const place = { row, column };
  return { anchor: place, active: place };
}

/** The selection after a key, as the ARIA grid pattern has it; undefined for a key that moves nothing. */
export function moved({ anchor, active }: Selection, stroke: Stroke, bounds: Bounds): Selection | undefined {
  const last = { row: bounds.rows - 1, column: bounds.columns - 1 };
  if (stroke.control && stroke.key.toLowerCase() === 'a') {
    return bounds.rows === 0 ? undefined : { anchor: { row: 0, column: 0 }, active: last };
  }
  if (stroke.key === ' ' && active.row !== TITLES && (stroke.shift || stroke.control)) {
    return stroke.shift
      ? { anchor: { row: anchor.row, column: 0 }, active: { row: active.row, column: last.column } }
      : { anchor: { row: 0, column: anchor.column }, active: { row: last.row, column: active.column } };
  }
  const to = target(active, stroke, bounds);
  if (to === undefined) return undefined;
  // Titles are no cells: a selection ends below them.
  const first = stroke.shift && bounds.rows > 0 ? 0 : TITLES;
  const place = { row: clamp(to.row, first, last.row), column: clamp(to.column, 0, last.column) };
  return stroke.shift && anchor.row !== TITLES ? { anchor, active: place } : { anchor: place, active: place };
}

/** The selected cells; undefined while only a title is active. */
export function areaOf({ anchor, active }: Selection): Area | undefined {
  if (anchor.row === TITLES || active.row === TITLES) return undefined;
  return {
    top: Math.min(anchor.row, active.row),
    left: Math.min(anchor.column, active.column),
    bottom: Math.max(anchor.row, active.row),
    right: Math.max(anchor.column, active.column),
  };
}

function target({ row, column }: Place, { key, control }: Stroke, { rows, columns, page }: Bounds): Place | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: control ? Math.min(row, 0) : row - 1, column };
    case 'ArrowDown':
      return { row: control ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: control ? columns - 1 : column + 1 };
    case 'Home':
      return { row: control ? Math.min(0, rows - 1) : row, column: 0 };
    case 'End':
      return { row: control ? rows - 1 : row, column: columns - 1 };
    case 'PageUp':
      return { row: Math.max(row - page, Math.min(row, 0)), column };
    case 'PageDown':
      return { row: row + page, column };
    default:
      return undefined;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
