import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeServer, node24 } from './places';

export type Settings = Readonly<Record<string, unknown>>;

export type ServerOptions = {
  /** Where extensions are installed; by default nowhere. */
  readonly extensions?: string;
  /** User settings beside those that keep the workbench quiet. */
  readonly settings?: Settings;
  /** Whether folders are trusted without asking; `false` opens them in Restricted Mode. Default: true. */
  readonly trusted?: boolean;
  /** Lets a page start extension tests; it also suppresses notifications and refuses dialogs. Default: false. */
  readonly testDriver?: boolean;
  /** Added to the environment of the server and of its extension hosts. */
  readonly environment?: Readonly<Record<string, string>>;
};

/** A code-server of one's own: port, user data, settings and logs are its alone and go with it. */
export type Server = {
  readonly port: number;
  /** Ends in no slash. Its host is `localhost`, a secure context as webviews need it. */
  readonly url: string;
  /** What server and extension hosts wrote so far. */
  log(): string;
  /** Replaces the user settings; the workbench follows by itself. */
  set(settings: Settings): void;
  stop(): Promise<void>;
};

const QUIET: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'git.openRepositoryInParentFolders': 'never',
};

const START_MS = 60_000;
const STOP_MS = 5_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const { trusted = true, testDriver = false, environment = {} } = options;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'data-detective-server-'));
  const user = path.join(folder, 'user-data', 'User');
  mkdirSync(user, { recursive: true });
  const set = (settings: Settings): void =>
    writeFileSync(path.join(user, 'settings.json'), JSON.stringify({ ...QUIET, ...options.settings, ...settings }));
  set({});
  const port = await freePort();
  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  const logFile = path.join(folder, 'server.log');
  const log = openSync(logFile, 'w');
  const child = spawn(
    node24,
    [
      codeServer,
      ...['--config', config, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--user-data-dir', path.dirname(user), '--extensions-dir', options.extensions ?? path.join(folder, 'none')],
      ...[
        '--disable-telemetry',
        '--disable-update-check',
        '--disable-getting-started-override',
        '--ignore-last-opened',
      ],
      ...(trusted ? ['--disable-workspace-trust'] : []),
      ...(testDriver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    ],
    // A group of its own, which ends as a whole.
    { stdio: ['ignore', log, log], detached: true, env: { ...environmentIn(folder), ...environment } },
  );
  closeSync(log);
  const end = (): void => {
    killGroup(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  // Whatever ends this process ends the server too: a signal that nobody handles would skip the exit handlers.
  const quit = (): void => process.exit(130);
  process.once('exit', end);
  for (const signal of SIGNALS) process.once(signal, quit);
  await answering(port, child, () => readFileSync(logFile, 'utf8'));
  return {
    port,
    url: `http://localhost:${port}`,
    log: () => readFileSync(logFile, 'utf8'),
    set,
    async stop() {
      killGroup(child, 'SIGTERM');
      if (child.exitCode === null && child.signalCode === null)
        await Promise.race([once(child, 'exit'), sleep(STOP_MS, undefined, { ref: false })]);
      end();
      process.off('exit', end);
      for (const signal of SIGNALS) process.off(signal, quit);
    },
  };
}

/** Nothing of the caller's own editor, and no marketplace. */
function environmentIn(folder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VSCODE_'));
  return {
    ...Object.fromEntries(inherited),
    // vitest's own would make packages believe that they are being tested
    NODE_ENV: undefined,
    NODE_OPTIONS: undefined,
    EXTENSIONS_GALLERY: JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' }),
    XDG_DATA_HOME: path.join(folder, 'data'),
    XDG_CONFIG_HOME: path.join(folder, 'config'),
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function answering(port: number, child: ChildProcess, log: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`code-server ended: ${log()}`);
    try {
      if ((await fetch(`http://127.0.0.1:${port}/healthz`)).ok) return;
    } catch {
      // not listening yet
    }
    await sleep(100);
  }
  throw new Error(`code-server does not answer: ${log()}`);
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // it has ended already
  }
}
