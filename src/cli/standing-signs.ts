import { assertNever } from '../base/assert';
import type { Standing } from '../board/views/standing';
import type { Colors } from './terminal';

/** A sign that says how a hypothesis stands without colour. */
export function iconOf(standing: Standing): string {
  switch (standing) {
    case 'open':
    case 'untested':
      return '○';
    case 'investigating':
      return '…';
    case 'supported':
      return '✔';
    case 'contradicted':
      return '✘';
    case 'inconclusive':
      return '?';
    case 'abandoned':
      return '–';
    default:
      return assertNever(standing);
  }
}

export function colorOf(standing: Standing, colors: Colors): (text: string) => string {
  switch (standing) {
    case 'supported':
      return colors.green;
    case 'contradicted':
      return colors.red;
    case 'inconclusive':
      return colors.yellow;
    case 'investigating':
      return colors.cyan;
    case 'open':
    case 'untested':
    case 'abandoned':
      return colors.dim;
    default:
      return assertNever(standing);
  }
}
