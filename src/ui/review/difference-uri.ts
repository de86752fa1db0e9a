import * as vscode from 'vscode';
import { nameOf } from '../boards/read-state';

export const DIFFERENCE_SCHEME = 'd2difference';

/** What a board is compared with: itself in a commit, another file, or itself before its queries were run again. */
export type Other =
  | { readonly kind: 'commit'; readonly ref: string; readonly name: string }
  | { readonly kind: 'file'; readonly uri: string; readonly name: string }
  | { readonly kind: 'unverified'; readonly name: string };

export type Comparison = { readonly board: vscode.Uri; readonly other: Other };

/** The document of a comparison: all that it needs is in its address, so that it survives a reload. Editors colour `.diff`. */
export function differenceUri({ board, other }: Comparison): vscode.Uri {
  const file = nameOf(board).replace(/\.d2board$/, '');
  return vscode.Uri.from({
    scheme: DIFFERENCE_SCHEME,
    path: `/${file} (${other.name.replaceAll('/', '∕')}).diff`,
    query: JSON.stringify({ board: board.toString(), other }),
  });
}

/** undefined for an address that `differenceUri` did not make */
export function comparisonOf({ query }: vscode.Uri): Comparison | undefined {
  try {
    const { board, other } = JSON.parse(query) as { readonly board: string; readonly other: Other };
    return { board: vscode.Uri.parse(board, true), other };
  } catch {
    return undefined;
  }
}
