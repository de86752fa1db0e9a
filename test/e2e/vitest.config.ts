import { defineConfig } from 'vitest/config';

/* Tests in a real workbench: one after the other, as each has a server and a browser of its own. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    exclude: ['test/e2e/host/**', '**/node_modules/**'],
    globalSetup: './test/e2e/harness/packaged.ts',
    reporters: ['default', './test/reporter.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
