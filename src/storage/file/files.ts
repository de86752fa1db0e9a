import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The file operations that a board's durability rests on. Each either happens as a whole or, on a crash, not at all, save `append`. */
export interface Files {
  /** The bytes of a file, or undefined where there is none. */
  read(file: string): Promise<Uint8Array | undefined>;
  /** In bytes, or undefined where there is no file. */
  size(file: string): Promise<number | undefined>;
  /**
   * Cuts the file to its first `start` bytes, writes the text after them, and returns when both are on the disk. A crash may
   * leave a part of the text. `start` undefined makes the file: it fails where there is one, and leaves none when it fails.
   */
  append(file: string, start: number | undefined, text: string): Promise<void>;
  /** Puts the text in place of the file's, atomically, and returns when it is on the disk. */
  replace(file: string, text: string): Promise<void>;
  remove(file: string): Promise<void>;
}

export const nodeFiles: Files = {
  read: (file) => readFile(file).catch(unlessMissing),

  size: async (file) => (await stat(file).catch(unlessMissing))?.size,

  async append(file, start, text) {
    const handle = await open(file, start === undefined ? 'ax' : 'a');
    try {
      if (start !== undefined) await handle.truncate(start);
      await handle.appendFile(text);
      await handle.sync();
    } catch (error) {
      if (start === undefined) await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    if (start === undefined) await syncFolderOf(file);
  },

  // Not write-file-atomic: it ignores a short write, so on a full disk it would put half a board in place of a whole one.
  async replace(file, text) {
    const target = (await realpath(file).catch(unlessMissing)) ?? file;
    const mode = (await stat(target).catch(unlessMissing))?.mode;
    // A rename would replace a file that its owner made read-only.
    if (mode !== undefined) await (await open(target, 'r+')).close();
    const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}.tmp`);
    try {
      const handle = await open(temporary, 'wx', mode);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolderOf(target);
  },

  async remove(file) {
    await rm(file, { force: true });
    await syncFolderOf(file);
  },
};

/** A new name in a folder is durable once the folder is; Windows has no such call and needs none. */
async function syncFolderOf(file: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
