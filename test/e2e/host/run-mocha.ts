/// <reference types="mocha" />
// The browser's build, as it can be bundled and needs nothing of Node: one script serves both hosts.
import 'mocha/mocha.js';
import { RESULT_MARK, type HostResult } from './results';

/**
 * Runs the suites that `load` defines, inside the extension host, and prints each result.
 * @throws Error when a test failed.
 */
export async function runMocha(load: () => Promise<unknown>): Promise<void> {
  const print = (result: HostResult): void => console.log(RESULT_MARK + JSON.stringify(result));
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: Mocha.reporters.Base });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, '', mocha);
  await load();
  const failures = await new Promise<number>((resolve) => {
    mocha
      .run(resolve)
      .on('pass', (test) => print({ title: test.fullTitle() }))
      .on('fail', (test, error: Error) => print({ title: test.fullTitle(), failure: error.stack ?? error.message }));
  });
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
