import { test as plain } from 'vitest';
import { Workbench, type WorkbenchOptions } from './workbench';
import type { WorkspaceFiles } from './workspace';

type Options = Omit<WorkbenchOptions, 'files'> & { readonly files: () => WorkspaceFiles | Promise<WorkspaceFiles> };

/** The `test` of a file whose tests share one workbench, in their order; of each that fails there is a picture. */
export function testIn({ files, ...options }: Options) {
  return plain
    .extend('workbench', { scope: 'file' }, async ({}, { onCleanup }) => {
      const workbench = await Workbench.open({ ...options, files: await files() });
      onCleanup(() => workbench.close());
      return workbench;
    })
    .extend('pictureOfFailure', { auto: true }, ({ workbench, task, onTestFailed }) => {
      onTestFailed(() => workbench.picture(`failed ${task.name}`));
    });
}
