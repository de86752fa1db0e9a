import { EventEmitter as NodeEmitter } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contributes } from '../../package.json';

/*
 * The editor with its documents and notifications, in memory over the real file system:
 * `vi.mock('vscode', () => import('…/fakes/vscode-documents'))`. `editor` is the other side: what a person and other programs do.
 */

export class Disposable {
  readonly #callOnDispose: () => unknown;

  constructor(callOnDispose: () => unknown) {
    this.#callOnDispose = callOnDispose;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }

  dispose(): void {
    this.#callOnDispose();
  }
}

export class EventEmitter<T> {
  readonly #emitter = new NodeEmitter().setMaxListeners(0);

  readonly event = (listener: (event: T) => unknown, thisArgs?: unknown, disposables?: Disposable[]): Disposable => {
    const call = (event: T): unknown => listener.call(thisArgs, event);
    this.#emitter.on('fire', call);
    const subscription = new Disposable(() => this.#emitter.off('fire', call));
    disposables?.push(subscription);
    return subscription;
  };

  fire(event: T): void {
    this.#emitter.emit('fire', event);
  }

  dispose(): void {
    this.#emitter.removeAllListeners();
  }
}

export class Uri {
  readonly authority = '';
  readonly query = '';
  readonly fragment = '';

  private constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}

  static file(file: string): Uri {
    return new Uri('file', file);
  }

  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return uri.with({ path: path.posix.join(uri.path, ...parts) });
  }

  get fsPath(): string {
    return this.path;
  }

  with({ scheme = this.scheme, path: place = this.path }: { readonly scheme?: string; readonly path?: string }): Uri {
    return new Uri(scheme, place);
  }

  toString(): string {
    return `${this.scheme}://${this.path}`;
  }

  toJSON(): unknown {
    return this.toString();
  }
}

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

export class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

export class WorkspaceEdit {
  readonly edits: { readonly uri: Uri; readonly range: Range; readonly text: string }[] = [];

  replace(uri: Uri, range: Range, text: string): void {
    this.edits.push({ uri, range, text });
  }
}

export class CancellationError extends Error {}

export const ProgressLocation = { Notification: 15 };
export const StatusBarAlignment = { Left: 1 };
export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replaceAll(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};

class FakeDocument {
  isDirty = false;
  readonly isClosed = false;
  /** Texts before each edit: what undo goes back to. */
  readonly undoStack: string[] = [];
  #text: string;

  constructor(
    readonly uri: Uri,
    text: string,
  ) {
    this.#text = text;
  }

  getText(): string {
    return this.#text;
  }

  lineAt(line: number): { readonly range: Range } {
    const length = this.#text.split('\n')[line]?.length ?? 0;
    return { range: new Range(new Position(line, 0), new Position(line, length)) };
  }

  async save(): Promise<boolean> {
    await writeFile(this.uri.fsPath, this.#text);
    this.isDirty = false;
    saves.fire(this);
    editor.touched(this.uri);
    return true;
  }

  /** Another text takes its place: an edit's or the file's. */
  become(text: string, isDirty: boolean): void {
    this.#text = text;
    this.isDirty = isDirty;
    changes.fire({ document: this });
  }

  replaced({ start, end }: Range, text: string): string {
    const lines = this.#text.split('\n');
    const offset = ({ line, character }: Position): number =>
      lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, character);
    return this.#text.slice(0, offset(start)) + text + this.#text.slice(offset(end));
  }
}

const changes = new EventEmitter<{ document: FakeDocument }>();
const saves = new EventEmitter<FakeDocument>();
const closes = new EventEmitter<FakeDocument>();
const files = new EventEmitter<Uri>();
const documents = new Map<string, FakeDocument>();
const registered = new Map<string, (...parameters: readonly unknown[]) => unknown>();
const settings = new Map<string, unknown>();

export const workspace = {
  get isTrusted(): boolean {
    return editor.isTrusted;
  },
  get workspaceFolders() {
    return [{ uri: Uri.file(editor.folder) }];
  },
  onDidChangeTextDocument: changes.event,
  onDidSaveTextDocument: saves.event,
  onDidCloseTextDocument: closes.event,
  get textDocuments(): readonly FakeDocument[] {
    return [...documents.values()];
  },
  async openTextDocument(uri: Uri): Promise<FakeDocument> {
    const known = documents.get(uri.toString());
    if (known) return known;
    const document = new FakeDocument(uri, await readFile(uri.fsPath, 'utf8'));
    documents.set(uri.toString(), document);
    return document;
  },
  async applyEdit({ edits }: WorkspaceEdit): Promise<boolean> {
    const [first] = edits;
    const document = first && documents.get(first.uri.toString());
    if (!document || editor.refusesEdits) return false;
    document.undoStack.push(document.getText());
    // From the end, so that the places of the others stay right.
    const text = edits.toReversed().reduce((before, { range, text: after }) => {
      document.become(before, true);
      return document.replaced(range, after);
    }, document.getText());
    document.become(text, true);
    editor.edits.push(edits.map((edit) => ({ from: edit.range.start.line, to: edit.range.end.line })));
    return true;
  },
  createFileSystemWatcher: () => ({
    onDidCreate: files.event,
    onDidChange: files.event,
    onDidDelete: files.event,
    dispose: () => undefined,
  }),
  async findFiles(pattern: string): Promise<readonly Uri[]> {
    const [start = '', end = ''] = pattern.replace('**/', '').split('*');
    return readdirSync(editor.folder)
      .filter((name) => name.startsWith(start) && name.endsWith(end))
      .map((name) => Uri.file(path.join(editor.folder, name)));
  },
  getConfiguration: (section: string) => ({
    get: (name: string) => settings.get(`${section}.${name}`) ?? defaultOf(`${section}.${name}`),
    inspect: (name: string) => ({ defaultValue: defaultOf(`${section}.${name}`) }),
  }),
  fs: {
    readFile: async (uri: Uri) => new Uint8Array(await readFile(uri.fsPath)),
    async writeFile(uri: Uri, content: Uint8Array) {
      await writeFile(uri.fsPath, content);
      editor.touched(uri);
    },
    stat: async (uri: Uri) => ({ mtime: (await stat(uri.fsPath)).mtimeMs }),
    async delete(uri: Uri) {
      await rm(uri.fsPath);
      editor.touched(uri);
    },
  },
};

/** What the manifest says a setting is where nobody set it. */
function defaultOf(name: string): unknown {
  const schemas: readonly object[] = contributes.configuration.map(({ properties }) => properties);
  const found = schemas.flatMap((each) => Object.entries(each) as [string, { default: unknown }][]);
  return found.find(([each]) => each === name)?.[1].default;
}

/** A message; it stays until the person presses a button, as `editor.answers` says or `editor.press` does. */
function show(message: string, ...buttons: readonly string[]): Promise<string | undefined> {
  editor.messages.push(message);
  return new Promise((resolve) => {
    const press = (label: string): void => resolve(buttons.find((button) => button === label));
    const scripted = editor.answers.find(([words]) => message.includes(words));
    if (scripted) press(scripted[1]);
    else editor.waiting.set(message, press);
  });
}

type Token = { readonly onCancellationRequested: EventEmitter<void>['event'] };
type Reporter = { report(value: { readonly message?: string }): void };

export const window = {
  showInformationMessage: show,
  showWarningMessage: show,
  showErrorMessage: show,
  createStatusBarItem(id: string) {
    const item = {
      text: '',
      isShown: false,
      show: () => void (item.isShown = true),
      hide: () => void (item.isShown = false),
      dispose: () => undefined,
    };
    editor.statusBar.set(id, item);
    return item;
  },
  async withProgress<T>({ title }: { title: string }, task: (reporter: Reporter, token: Token) => Promise<T>) {
    const cancel = new EventEmitter<void>();
    editor.progress.set(title, () => cancel.fire());
    try {
      return await task({ report: () => undefined }, { onCancellationRequested: cancel.event });
    } finally {
      editor.progress.delete(title);
    }
  },
};

export const commands = {
  registerCommand(name: string, run: (...parameters: readonly unknown[]) => unknown): Disposable {
    registered.set(name, run);
    return new Disposable(() => registered.delete(name));
  },
  async executeCommand(name: string, ...parameters: readonly unknown[]): Promise<unknown> {
    editor.commands.push([name, ...parameters]);
    if (name === 'workbench.action.files.revert') await editor.revert();
    return registered.get(name)?.(...parameters);
  },
};

/** The person at the editor, and other programs. */
export const editor = {
  folder: '',
  isTrusted: true,
  /** What notifications said, in order. */
  messages: [] as string[],
  /** Buttons that are pressed as soon as a message holds these words. */
  answers: [] as (readonly [words: string, button: string])[],
  /** Messages that wait for a button. */
  waiting: new Map<string, (button: string) => void>(),
  statusBar: new Map<string, { readonly text: string; readonly isShown: boolean }>(),
  /** Progress notifications by title, with what their Cancel does. */
  progress: new Map<string, () => void>(),
  commands: [] as (readonly unknown[])[],
  /** Edits that were applied: the line ranges of each. */
  edits: [] as (readonly { readonly from: number; readonly to: number }[])[],
  refusesEdits: false,

  /** Presses a button of the message that holds these words. */
  press(words: string, button: string): void {
    for (const [message, press] of editor.waiting) if (message.includes(words)) press(button);
  },

  /** Types into a document: it is dirty afterwards. */
  async type(uri: Uri, change: (text: string) => string): Promise<void> {
    const document = await workspace.openTextDocument(uri);
    document.undoStack.push(document.getText());
    document.become(change(document.getText()), true);
  },

  undo(uri: Uri): void {
    const document = documents.get(uri.toString());
    const before = document?.undoStack.pop();
    if (document && before !== undefined) document.become(before, true);
  },

  async revert(): Promise<void> {
    for (const document of documents.values()) {
      if (document.isDirty) document.become(await readFile(document.uri.fsPath, 'utf8'), false);
    }
  },

  /** Another program writes a file. */
  async writeFile(uri: Uri, text: string): Promise<void> {
    await writeFile(uri.fsPath, text);
    editor.touched(uri);
  },

  /** A file was written or removed: the editor hears of it, and a document without edits follows. */
  touched(uri: Uri): void {
    const document = documents.get(uri.toString());
    if (document && !document.isDirty && existsSync(uri.fsPath)) {
      void readFile(uri.fsPath, 'utf8').then((text) => {
        if (!document.isDirty && text !== document.getText()) document.become(text, false);
      });
    }
    files.fire(uri);
  },

  set(name: string, value: unknown): void {
    settings.set(name, value);
  },

  /** A new window on a folder. */
  reset(folder: string): void {
    documents.clear();
    settings.clear();
    registered.clear();
    Object.assign(editor, {
      folder,
      isTrusted: true,
      refusesEdits: false,
      messages: [],
      answers: [],
      commands: [],
      edits: [],
    });
    editor.waiting.clear();
    editor.statusBar.clear();
    editor.progress.clear();
  },
};
