import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { databaseBytes } from '../../../examples/write-database';
import { printBoard } from '../../../src/board/codec';
import { investigated } from '../../agents/investigations';
import { kidney, kidneyInvestigation } from '../../worlds/kidney';
import { root } from './places';
import type { WorkspaceFiles } from './workspace';

/** A workspace with a small database and a board on it, a board of a database that is not there, and files that are neither. */
export async function sampleFiles(): Promise<WorkspaceFiles> {
  const board = await investigated(kidney(), kidneyInvestigation.question, { databasePath: 'kidney.sqlite' });
  return {
    'kidney.sqlite': await databaseBytes(kidney()),
    'kidney.d2board': printBoard(board),
    'sample.d2board': pathToFileURL(path.join(root, 'test/golden/sample.d2board')),
    'notes.txt': 'Which treatment is better?\n',
  };
}
