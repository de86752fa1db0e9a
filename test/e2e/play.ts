// The packaged extension in a real workbench, to try by hand: on an example hospital, until Ctrl+C.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseBytes } from '../../examples/write-database';
import { covid } from '../../examples/covid';
import { packageInto } from './harness/packaged';
import { startServer } from './harness/server';
import { makeWorkspace } from './harness/workspace';

const README = `# Play with Data Detective

1. Right-click \`covid.sqlite\` and choose *Investigate with Data Detective…*.
2. Ask: *Which treatment is most effective for older COVID-19 patients?*
3. Choose the offline team: nothing leaves this computer.

The drug looks better for everybody. Is it?
`;

console.log('packaging and installing the extension …');
const folder = mkdtempSync(path.join(os.tmpdir(), 'data-detective-play-'));
const { extensions } = packageInto(folder);
const workspace = makeWorkspace({
  'README.md': README,
  'covid.sqlite': await databaseBytes(covid({ seed: 'covid' })),
});
process.once('exit', () => {
  workspace.remove();
  rmSync(folder, { recursive: true, force: true });
});
const server = await startServer({ extensions });
console.log(`
VS Code with Data Detective: ${server.url}/?folder=${workspace.folder}

Ctrl+C ends it and throws the workspace away.`);
