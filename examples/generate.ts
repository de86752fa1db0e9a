import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { covid } from './covid';
import { databaseBytes } from './write-database';

// Runs from dist/, beside which the examples stand.
const file = path.join(path.dirname(import.meta.dirname), 'examples', 'covid.sqlite');
await writeFileAtomic(file, Buffer.from(await databaseBytes(covid({ seed: 'covid' }))));
console.error(`wrote ${path.relative(process.cwd(), file)}`);
