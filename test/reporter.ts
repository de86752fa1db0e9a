import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, `N passed, N failed`, for machines that read the log. */
export default class PlainTotals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandled.length;
    const skipped = count('skipped');
    console.log(
      `${count('passed')} passed, ${count('failed') + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    );
  }
}
