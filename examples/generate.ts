import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { covid } from './covid';
import { databaseBytes } from './write-database';

// Runs from dist/, beside which the examples stand.
const file = path.join(path.dirname(import.meta.dirname), 'examples', 'covid.sqlite');
// The example is there as a whole or not at all, also when this is interrupted.
await writeFile(`${file}.part`, await databaseBytes(covid({ seed: 'covid' })));
await rename(`${file}.part`, file);
console.error(`wrote ${path.relative(process.cwd(), file)}`);
