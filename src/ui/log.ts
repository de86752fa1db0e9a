import * as vscode from 'vscode';

/** What a log must not show, whatever is written to it: keys of providers, and credentials in addresses and headers. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(sk|pk|rk|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{8,}/g, '$1-[redacted]'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, '$1[redacted]@'],
  [/\b((?:x-)?api[-_ ]?key|authorization|password|secret|token)(["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi, '$1$2[redacted]'],
];

/** Where details go that a person reads only when something is wrong. */
export interface Log extends vscode.Disposable {
  info(message: string): void;
  warn(message: string): void;
  /** @param error anything thrown: its causes and stacks are written too */
  error(message: string, error?: unknown): void;
  show(): void;
}

/** The text without what looks like a secret. */
export function withoutSecrets(text: string): string {
  return SECRETS.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}

/** The output channel "Data Detective"; its level is the person's choice. */
export function createLog(): Log {
  const channel = vscode.window.createOutputChannel('Data Detective', { log: true });
  return {
    info: (message) => channel.info(withoutSecrets(message)),
    warn: (message) => channel.warn(withoutSecrets(message)),
    error: (message, error) =>
      channel.error(withoutSecrets(error === undefined ? message : `${message}: ${detailsOf(error)}`)),
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
  };
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${detailsOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
