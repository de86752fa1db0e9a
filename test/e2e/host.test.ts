import path from 'node:path';
import { describe, inject, test } from 'vitest';
import type { HostKind } from './harness/companion';
import { runHostSuites } from './harness/host-suites';
import { sampleFiles } from './harness/samples';

/** The suites ran in an extension host; here each of their tests is told. */
async function tell(kind: HostKind, folder: string): Promise<void> {
  const suites = path.join(import.meta.dirname, folder);
  const results = await runHostSuites(kind, suites, inject('packaged').extensions, await sampleFiles());
  describe(`in the extension host of ${kind === 'node' ? 'Node' : 'the browser'}`, () => {
    for (const { title, failure } of results) {
      test(title, () => {
        if (failure !== undefined) throw new Error(failure);
      });
    }
  });
}

await tell('node', 'host');
await tell('web', 'host/web');
