import initSqlJs from 'sql.js';

/** The C functions of SQLite that this engine calls directly; pointers and results are 32-bit numbers. */
const C_FUNCTIONS = [
  '_malloc',
  '_free',
  '_sqlite3_prepare_v2',
  '_sqlite3_step',
  '_sqlite3_finalize',
  '_sqlite3_errmsg',
  '_sqlite3_extended_errcode',
  '_sqlite3_column_count',
  '_sqlite3_column_name',
  '_sqlite3_column_type',
  '_sqlite3_column_double',
  '_sqlite3_column_text',
  '_sqlite3_column_blob',
  '_sqlite3_column_bytes',
  '_sqlite3_update_hook',
] as const;

type NumberFunction = (...operands: number[]) => number;

/** What sql.js needs of the bytes of a database file: it only reads pieces, and copies them at once. */
export interface FileContents {
  readonly length: number;
  /** Valid until the next call. */
  subarray(start: number, end: number): Uint8Array;
}

/** SQLite as sql.js compiled it: its C functions, its memory, and the few helpers of Emscripten in between. */
export type SqlJs = Readonly<Record<(typeof C_FUNCTIONS)[number], NumberFunction>> & {
  readonly memory: WebAssembly.Memory;
  /** Makes a JavaScript function callable from C; `signature` has one letter a type, the result first. */
  readonly addFunction: (callback: NumberFunction, signature: string) => number;
  readonly removeFunction: (pointer: number) => void;
  readonly textAt: (pointer: number) => string;
  /** Copies text to fresh memory that the caller frees. */
  readonly newText: (text: string) => number;
  /** Opens a database and returns its connection's pointer, and what closes it. */
  readonly open: (contents: FileContents | undefined) => { readonly connection: number; readonly close: () => void };
};

let loading: Promise<SqlJs> | undefined;

/** Loads SQLite once a thread: sql.js itself keeps one instance. */
export function loadSqlJs(compiled: WebAssembly.Module): Promise<SqlJs> {
  loading ??= load(compiled);
  return loading;
}

async function load(compiled: WebAssembly.Module): Promise<SqlJs> {
  let memory: WebAssembly.Memory | undefined;
  const configuration = {
    // Otherwise sql.js replaces built-in SQL functions by its own: log(100) would give 4.605.
    useOldExtensionFunctions: false,
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports {
      const instance = new WebAssembly.Instance(compiled, imports);
      memory = Object.values(instance.exports).find((member) => member instanceof WebAssembly.Memory);
      receive(instance);
      return instance.exports;
    },
  };
  const module = await initSqlJs(configuration);
  if (memory === undefined) throw new Error('sql.js was loaded before, without access to its memory');
  const { UTF8ToString, stringToNewUTF8, addFunction, removeFunction } = functionsOf(module, [
    'UTF8ToString',
    'stringToNewUTF8',
    'addFunction',
    'removeFunction',
  ]);
  return {
    ...(functionsOf(module, C_FUNCTIONS) as Record<(typeof C_FUNCTIONS)[number], NumberFunction>),
    memory,
    addFunction: addFunction as SqlJs['addFunction'],
    removeFunction: removeFunction as SqlJs['removeFunction'],
    textAt: UTF8ToString as SqlJs['textAt'],
    newText: stringToNewUTF8 as SqlJs['newText'],
    open: (contents) => {
      const database = new module.Database(contents && (new ReadOnlyArray(contents) as unknown as ArrayLike<number>));
      const connection: unknown = 'db' in database ? database.db : undefined;
      if (typeof connection !== 'number') throw new Error('sql.js does not tell its connection');
      return { connection, close: () => database.close() };
    },
  };
}

/** The named functions alone, so that calls of them stay fast. */
function functionsOf<const Name extends string>(module: object, names: readonly Name[]): Record<Name, unknown> {
  const members = new Map<string, unknown>(Object.entries(module));
  const found = names.map((name) => {
    const member = members.get(name);
    if (typeof member !== 'function') throw new Error(`sql.js has no function ${name}`);
    return [name, member];
  });
  return Object.fromEntries(found) as Record<Name, unknown>;
}

/**
 * The three members that sql.js calls on the array that it gets as a file: it keeps the array itself as the file, outside
 * its own memory, so all threads can share one. A write would be a defect of the guards: it throws and ends the thread.
 */
class ReadOnlyArray {
  readonly length: number;
  readonly #contents: FileContents;

  constructor(contents: FileContents) {
    this.length = contents.length;
    this.#contents = contents;
  }

  subarray(start: number, end: number): Uint8Array {
    return this.#contents.subarray(start, end);
  }

  slice(): this {
    return this;
  }

  set(): never {
    throw new Error('a write reached the database file');
  }
}
