import { assertNever } from '../../base/assert';
import type { Board } from '../../board/board';
import { auditGraph } from '../../board/views/audit-graph';
import { sqlPack } from '../../board/views/sql-pack';
import { layoutGraph } from '../../graph/layout';
import { graphToSvg } from '../../graph/svg';
import { htmlReport } from './html';
import { markdownReport } from './markdown';
import { notebook, type NotebookOptions } from './notebook';

/** What a board can become as text. */
export const TEXT_FORMATS = ['md', 'html', 'sql', 'notebook', 'svg'] as const;
export type TextFormat = (typeof TEXT_FORMATS)[number];

/** How the name of an exported file ends. */
export function endingOf(format: TextFormat | 'sqlite' | 'png'): string {
  return format === 'notebook' ? '.ipynb' : `.${format}`;
}

type ExportOptions = NotebookOptions & {
  /** Of the graph's evidence only what decided the verdicts. */
  readonly deciding?: boolean;
};

export function exportText(format: TextFormat, board: Board, options: ExportOptions): string {
  switch (format) {
    case 'md':
      return markdownReport(board);
    case 'html':
      return htmlReport(board);
    case 'sql':
      return sqlPack(board, options.refusal);
    case 'notebook':
      return notebook(board, options);
    case 'svg':
      return graphToSvg(layoutGraph(auditGraph(board, { deciding: options.deciding ?? false })));
    default:
      return assertNever(format);
  }
}
