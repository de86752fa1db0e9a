import { existsSync } from 'node:fs';
import path from 'node:path';

export type RealDatabase =
  | 'berkeley-admissions.sqlite'
  | 'chinook.sqlite'
  | 'kidney-stones.sqlite'
  | 'northwind.db'
  | 'sql-murder-mystery.db'
  | 'telco-churn.sqlite'
  | 'titanic.sqlite';

/** The path of a published database where the folder with them stands beside the repository. */
export function realDatabase(name: RealDatabase): string | undefined {
  const file = path.resolve(import.meta.dirname, '../../../shared/data', name);
  return existsSync(file) ? file : undefined;
}
