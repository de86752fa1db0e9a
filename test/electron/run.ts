// The suites of test/e2e/host in a desktop VS Code, which is downloaded: the way to run them where code-server does not run.
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { makeCompanion } from '../e2e/harness/companion';
import { root } from '../e2e/harness/places';
import { sampleFiles } from '../e2e/harness/samples';
import { makeWorkspace } from '../e2e/harness/workspace';

const companion = await makeCompanion('node', path.join(root, 'test/e2e/host'));
const workspace = makeWorkspace(await sampleFiles());
try {
  process.exitCode = await runTests({
    extensionDevelopmentPath: [root, companion],
    extensionTestsPath: path.join(companion, 'tests.cjs'),
    launchArgs: [workspace.folder, '--disable-extensions', '--disable-workspace-trust'],
  });
} finally {
  workspace.remove();
}
