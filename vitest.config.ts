import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests in a real workbench have a configuration of their own.
    exclude: [...configDefaults.exclude, 'test/e2e/**'],
    reporters: ['default', './test/reporter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
