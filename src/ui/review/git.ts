import * as vscode from 'vscode';
import { Fault } from '../../base/fault';
import { PERSON } from '../boards/boards';

/*
 * What is used of the API of VS Code's own git extension, version 1 (microsoft/vscode, extensions/git/src/api/git.d.ts). It is not
 * there in every host: boards can then be compared with files alone.
 */

type GitExtension = { getAPI(version: 1): GitApi };

type GitApi = {
  readonly state: 'uninitialized' | 'initialized';
  readonly onDidChangeState: vscode.Event<unknown>;
  readonly repositories: readonly Repository[];
  getRepository(uri: vscode.Uri): Repository | null;
  toGitUri(uri: vscode.Uri, ref: string): vscode.Uri;
};

type Repository = {
  readonly rootUri: vscode.Uri;
  log(options: { readonly path: string; readonly maxEntries: number }): Promise<readonly Commit[]>;
  show(ref: string, path: string): Promise<string>;
  getConfig(key: string): Promise<string>;
  getGlobalConfig(key: string): Promise<string>;
};

export type Commit = {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly authorDate?: Date;
};

const MOST_COMMITS = 100;

/** The versions of one file in git. */
export type History = {
  /** The commits that touched it, the last one first. */
  commits(): Promise<readonly Commit[]>;
  /** Its text in a commit; empty where it is not there. */
  textAt(ref: string): Promise<string>;
  /** A document of it in a commit, for the text diff. */
  uriAt(ref: string): vscode.Uri;
};

/** undefined for a file that is in no repository, or where there is no git */
export async function historyOf(uri: vscode.Uri): Promise<History | undefined> {
  const git = await gitApi();
  const repository = git?.getRepository(uri);
  if (!git || !repository) return undefined;
  return {
    commits: () => repository.log({ path: uri.fsPath, maxEntries: MOST_COMMITS }),
    textAt: async (ref) => {
      try {
        return await repository.show(ref, uri.fsPath);
      } catch (cause) {
        if (await isMissingAt(repository, ref, uri)) return '';
        throw new Fault(
          vscode.l10n.t('git has no commit {0}', ref),
          vscode.l10n.t('Choose another one: Data Detective: Compare Board With…'),
          { cause },
        );
      }
    },
    uriAt: (ref) => git.toGitUri(uri, ref),
  };
}

/** Who the person is, as git knows them. */
export async function personName(uri: vscode.Uri): Promise<string> {
  const git = await gitApi();
  const own = git?.getRepository(uri);
  const name = (await own?.getConfig('user.name').catch(() => '')) ?? '';
  if (name !== '') return name;
  const anyone = own ?? git?.repositories[0];
  return (await anyone?.getGlobalConfig('user.name').catch(() => '')) || PERSON;
}

async function gitApi(): Promise<GitApi | undefined> {
  const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
  if (extension === undefined) return undefined;
  try {
    const api = (await extension.activate()).getAPI(1);
    await initialized(api);
    return api;
  } catch {
    // A person may have turned git off.
    return undefined;
  }
}

/** Repositories are looked for after the start: a board of one that is not found yet would seem to be in none. */
async function initialized(api: GitApi): Promise<void> {
  if (api.state === 'initialized') return;
  await new Promise<void>((resolve) => {
    const subscription = api.onDidChangeState(() => {
      if (api.state !== 'initialized') return;
      subscription.dispose();
      resolve();
    });
  });
}

/** The commit is there and the file is not in it. */
async function isMissingAt(repository: Repository, ref: string, uri: vscode.Uri): Promise<boolean> {
  const commits = await repository.log({ path: uri.fsPath, maxEntries: MOST_COMMITS });
  return ref === 'HEAD' || commits.some(({ hash }) => hash === ref);
}
