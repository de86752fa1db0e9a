import type { Files } from '../../src/storage/file/files';

/** Thrown in place of the operation during which the process ends. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

/** A disk in memory, on which a process can end before, within or after any operation that writes. */
export class MemoryFiles implements Files {
  readonly files = new Map<string, Uint8Array>();
  /** Names of the writing operations so far, with the bytes that an append wrote. */
  readonly done: { readonly operation: 'append' | 'replace' | 'remove'; readonly bytes: number }[] = [];
  /** The operation that does not return, and how much of it is on the disk: bytes of an append, otherwise all or nothing. */
  crash: { readonly operation: number; readonly bytes: number } | undefined;

  async read(file: string): Promise<Uint8Array | undefined> {
    return this.files.get(file);
  }

  async size(file: string): Promise<number | undefined> {
    return this.files.get(file)?.length;
  }

  async append(file: string, start: number | undefined, text: string): Promise<void> {
    const before = this.files.get(file);
    if (start === undefined && before !== undefined) throw new Error(`EEXIST: ${file}`);
    const bytes = new TextEncoder().encode(text);
    this.#write('append', bytes.length, (written) => {
      this.files.set(file, concatenate(before?.subarray(0, start) ?? new Uint8Array(), bytes.subarray(0, written)));
    });
  }

  async replace(file: string, text: string): Promise<void> {
    this.#write('replace', 1, (written) => {
      if (written > 0) this.files.set(file, new TextEncoder().encode(text));
    });
  }

  async remove(file: string): Promise<void> {
    this.#write('remove', 1, (written) => {
      if (written > 0) this.files.delete(file);
    });
  }

  /** The text of a file. */
  text(file: string): string | undefined {
    const bytes = this.files.get(file);
    return bytes && new TextDecoder().decode(bytes);
  }

  #write(operation: 'append' | 'replace' | 'remove', bytes: number, perform: (written: number) => void): void {
    const crashes = this.crash?.operation === this.done.length ? this.crash : undefined;
    if (this.crash !== undefined && this.done.length > this.crash.operation) throw new Crash('the process has ended');
    this.done.push({ operation, bytes });
    perform(crashes?.bytes ?? bytes);
    if (crashes !== undefined) throw new Crash(`during ${operation} ${this.done.length - 1}`);
  }
}

function concatenate(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}
