import path from 'node:path';

/** The journal of a board file: hidden, beside it, there only while a run goes on or after one broke off. */
export function journalOf(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.journal`);
}
