import { stat } from 'node:fs/promises';

/*
 * What the features use of the editor, in memory: `vi.mock('vscode', async () => import('…/fakes/vscode'))`. Questions to the person
 * are answered by `person`, in the order in which they are asked; a question that nobody expects fails the test.
 */

type Settings = Map<string, unknown>;

const settings: Settings = new Map();
const workspaceSettings: Settings = new Map();
const registered = new Map<string, (...parameters: unknown[]) => unknown>();
export const registeredTools = new Map<string, unknown>();

/** What a question shows, as a test reads it. */
export type Question = {
  readonly kind: 'pick' | 'input' | 'message';
  readonly text: string;
  readonly detail?: string;
  readonly choices: readonly string[];
  readonly modal?: boolean;
};

export type Answer = string | undefined | ((question: Question) => string | undefined | Promise<string | undefined>);

/** The person at the editor. */
export const person = {
  /** Everything that was asked or told, in order. */
  asked: [] as Question[],
  answers: [] as Answer[],
  /** Says how the next questions are answered; `undefined` closes one. */
  will(...answers: readonly Answer[]): void {
    this.answers.push(...answers);
  },
};

async function ask(question: Question): Promise<string | undefined> {
  person.asked.push(question);
  if (person.answers.length === 0) {
    if (question.kind === 'message' && !question.modal) return undefined;
    throw new Error(`nobody answers: ${question.text} (${question.choices.join(', ')})`);
  }
  const answer = person.answers.shift();
  const said = typeof answer === 'function' ? await answer(question) : answer;
  if (said !== undefined && question.kind !== 'input' && !question.choices.includes(said)) {
    throw new Error(`no such choice: ${said}; there are: ${question.choices.join(', ')}`);
  }
  return said;
}

export const editor = {
  isTrusted: true,
  chatModels: [] as unknown[],
  folder: undefined as Uri | undefined,
  set: (name: string, value: unknown): void => void settings.set(name, value),
  setInWorkspace: (name: string, value: unknown): void => void workspaceSettings.set(name, value),
  setting: (name: string): unknown => settings.get(name),
  async run(command: string, ...parameters: unknown[]): Promise<unknown> {
    return commands.executeCommand(command, ...parameters);
  },
  reset(): void {
    settings.clear();
    workspaceSettings.clear();
    registered.clear();
    registeredTools.clear();
    person.asked.length = 0;
    person.answers.length = 0;
    editor.isTrusted = true;
    editor.chatModels = [];
    editor.folder = undefined;
  },
};

type Item = { readonly label: string; readonly description?: string; readonly detail?: string };
type Options = { readonly title?: string; readonly placeHolder?: string; readonly prompt?: string };

export const window = {
  async showQuickPick(
    given: readonly Item[] | Promise<readonly Item[]>,
    options: Options = {},
  ): Promise<Item | undefined> {
    const items = await given;
    const text = options.title ?? options.placeHolder ?? '';
    const said = await ask({ kind: 'pick', text, choices: items.map(({ label }) => label) });
    return items.find(({ label }) => label === said);
  },
  async showInputBox(
    options: Options & { readonly value?: string; readonly validateInput?: (value: string) => unknown },
  ): Promise<string | undefined> {
    const said = await ask({ kind: 'input', text: options.title ?? options.prompt ?? '', choices: [] });
    const wrong = said === undefined ? undefined : options.validateInput?.(said);
    if (typeof wrong === 'string') throw new Error(`not accepted: ${said}: ${wrong}`);
    return said;
  },
  showInformationMessage: (text: string, ...rest: unknown[]) => message(text, rest),
  showWarningMessage: (text: string, ...rest: unknown[]) => message(text, rest),
  showErrorMessage: (text: string, ...rest: unknown[]) => message(text, rest),
  withProgress: async (_options: unknown, task: (progress: unknown, token: CancellationToken) => Promise<unknown>) =>
    task({ report: () => undefined }, new CancellationTokenSource().token),
};

function message(text: string, rest: readonly unknown[]): Promise<string | undefined> {
  const [first] = rest;
  const options = typeof first === 'object' && first !== null && 'modal' in first ? first : undefined;
  const choices = rest.filter((each) => typeof each === 'string');
  const detail = options && 'detail' in options && typeof options.detail === 'string' ? { detail: options.detail } : {};
  return ask({ kind: 'message', text, choices, modal: options !== undefined, ...detail });
}

export const ConfigurationTarget = { Global: 1, Workspace: 2, WorkspaceFolder: 3 };
export const ProgressLocation = { Notification: 15 };

export const workspace = {
  get isTrusted() {
    return editor.isTrusted;
  },
  get workspaceFolders() {
    return editor.folder && [{ uri: editor.folder, name: 'folder', index: 0 }];
  },
  getConfiguration: (section: string) => ({
    get: (name: string, otherwise?: unknown) =>
      workspaceSettings.get(`${section}.${name}`) ?? settings.get(`${section}.${name}`) ?? otherwise,
    inspect: (name: string) => ({
      globalValue: settings.get(`${section}.${name}`),
      workspaceValue: workspaceSettings.get(`${section}.${name}`),
    }),
    update: async (name: string, value: unknown) => void settings.set(`${section}.${name}`, value),
  }),
  fs: { stat: async (uri: Uri) => stat(uri.fsPath) },
  asRelativePath: (uri: Uri) => (editor.folder ? uri.path.replace(`${editor.folder.path}/`, '') : uri.path),
};

export const commands = {
  registerCommand(name: string, run: (...parameters: unknown[]) => unknown): Disposable {
    registered.set(name, run);
    return new Disposable(() => registered.delete(name));
  },
  async executeCommand(name: string, ...parameters: unknown[]): Promise<unknown> {
    const run = registered.get(name);
    if (run === undefined) throw new Error(`no such command: ${name}`);
    return run(...parameters);
  },
};

export const l10n = {
  t: (text: string, ...values: readonly unknown[]): string =>
    text.replaceAll(/\{(\d+)\}/g, (_, index) => String(values[Number(index)])),
};

/** None of the editor's own is there. */
export const extensions = { getExtension: () => undefined };

export const env = { openExternal: async () => true };

export class Disposable {
  constructor(readonly dispose: () => unknown) {}
  static from(...disposables: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => disposables.forEach((each) => each.dispose()));
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => unknown>();
  readonly event = (listener: (value: T) => unknown): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export type CancellationToken = {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => unknown) => Disposable;
};

export class CancellationTokenSource {
  readonly #emitter = new EventEmitter<void>();
  #isCancelled = false;
  readonly token: CancellationToken = Object.defineProperty(
    { isCancellationRequested: false, onCancellationRequested: this.#emitter.event },
    'isCancellationRequested',
    { get: () => this.#isCancelled },
  );
  cancel(): void {
    if (this.#isCancelled) return;
    this.#isCancelled = true;
    this.#emitter.fire();
  }
  dispose(): void {
    this.#emitter.dispose();
  }
}

export class CancellationError extends Error {}

export class Uri {
  private constructor(
    readonly scheme: string,
    readonly path: string,
  ) {}
  static file(path: string): Uri {
    return new Uri('file', path);
  }
  static parse(text: string): Uri {
    const url = new URL(text);
    return new Uri(url.protocol.slice(0, -1), url.pathname);
  }
  static joinPath(base: Uri, ...parts: readonly string[]): Uri {
    return new Uri(base.scheme, new URL(parts.join('/'), `file://${base.path}/`).pathname);
  }
  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, path);
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export class MarkdownString {
  value = '';
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendText(text: string): this {
    this.value += text.replaceAll(/[\\`*_{}[\]()#+\-.!<>]/g, '\\$&');
    return this;
  }
}

export const lm = {
  selectChatModels: async ({ id }: { readonly id?: string } = {}): Promise<unknown[]> =>
    editor.chatModels.filter((model) => id === undefined || (model as { readonly id: string }).id === id),
  registerTool(name: string, tool: unknown): Disposable {
    registeredTools.set(name, tool);
    return new Disposable(() => registeredTools.delete(name));
  },
};

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

export class LanguageModelToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}

export class LanguageModelToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: readonly unknown[],
  ) {}
}

export class LanguageModelToolResult {
  constructor(readonly content: readonly unknown[]) {}
}

export class LanguageModelChatMessage {
  constructor(
    readonly role: 'user' | 'assistant',
    readonly content: readonly unknown[],
  ) {}
  static User(content: readonly unknown[]): LanguageModelChatMessage {
    return new LanguageModelChatMessage('user', content);
  }
  static Assistant(content: readonly unknown[]): LanguageModelChatMessage {
    return new LanguageModelChatMessage('assistant', content);
  }
}

export class LanguageModelError extends Error {
  private constructor(
    message: string | undefined,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  static NoPermissions(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'NoPermissions');
  }
  static Blocked(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'Blocked');
  }
  static NotFound(message?: string): LanguageModelError {
    return new LanguageModelError(message, 'NotFound');
  }
}
