import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { runHostSuites } from './harness/host-suites';

const results = await runHostSuites('node', path.join(import.meta.dirname, 'host'), inject('extensions'), {});

describe('in the extension host', () => {
  test.each(results)('$title', ({ failure }) => {
    expect(failure).toBeUndefined();
  });
});
