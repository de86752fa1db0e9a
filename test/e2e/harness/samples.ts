import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { databaseBytes } from '../../../examples/write-database';
import { kidney } from '../../worlds/kidney';
import { root } from './places';
import type { WorkspaceFiles } from './workspace';

/** A workspace with a small database, a board of another database, and files that are neither. */
export async function sampleFiles(): Promise<WorkspaceFiles> {
  return {
    'kidney.sqlite': await databaseBytes(kidney()),
    'sample.d2board': pathToFileURL(path.join(root, 'test/golden/sample.d2board')),
    'notes.txt': 'Which treatment is better?\n',
  };
}
