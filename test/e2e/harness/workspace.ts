import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Files of a workspace by their path in it: a text, bytes, or a `URL` of the file to copy. */
export type WorkspaceFiles = Readonly<Record<string, string | Uint8Array | URL>>;

/** A folder of its own with copies of some files. */
export type Workspace = {
  readonly folder: string;
  /** The absolute path of a file in it. */
  file(name: string): string;
  remove(): void;
};

export function makeWorkspace(files: WorkspaceFiles): Workspace {
  // Real, as the editor shows and compares real paths.
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'data-detective-workspace-')));
  const file = (name: string): string => path.join(folder, name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(file(name)), { recursive: true });
    if (content instanceof URL) cpSync(content, file(name));
    else writeFileSync(file(name), content);
  }
  return { folder, file, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
