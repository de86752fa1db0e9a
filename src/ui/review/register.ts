import * as vscode from 'vscode';
import type { Boards } from '../boards/boards';
import { commandsWith } from '../command';
import type { Log } from '../log';
import type { Runs } from '../runs/runs';
import { tellElsewhere } from '../elsewhere';
import type { BoardArgument } from './board-argument';
import { comparisonOf, DIFFERENCE_SCHEME } from './difference-uri';
import type { HostReview } from './host';
import type { ReviewTarget } from './review-verdict';

type ReviewParts = {
  readonly boards: Boards;
  readonly log: Log;
  /** Both undefined in the browser, where no database can be opened: boards are compared, reviewed and exported, not verified. */
  readonly runs: Runs | undefined;
  readonly host: HostReview | undefined;
};

/** What a reviewer does: compares versions, accepts or disputes verdicts, runs the queries again, takes a board elsewhere. */
export function registerReview(context: vscode.ExtensionContext, parts: ReviewParts): void {
  const { boards, log, host } = parts;
  const command = commandsWith(log);
  const review = async (target: ReviewTarget, agrees?: boolean): Promise<void> =>
    (await import('./review-verdict')).reviewVerdict(parts, target, agrees);
  context.subscriptions.push(
    ...registerDifferences(boards),
    command('dataDetective.compareWithRevision', async (argument: BoardArgument) => {
      const { modelOf } = await import('./board-argument');
      const { compareWithRevision } = await import('./compare');
      await compareWithRevision(modelOf(boards, argument).uri);
    }),
    command('dataDetective.compareAsText', async (uri: vscode.Uri) =>
      (await import('./difference-document')).openTextDifference(uri),
    ),
    command('dataDetective.acceptVerdict', (target: ReviewTarget) => review(target, true)),
    command('dataDetective.disputeVerdict', (target: ReviewTarget) => review(target, false)),
    command('dataDetective.reviewVerdict', (target: ReviewTarget) => review(target)),
    command('dataDetective.exportBoard', async (argument: BoardArgument) =>
      (await import('./export')).exportBoard(parts, argument),
    ),
    command('dataDetective.verifyBoard', async (argument: BoardArgument) =>
      host ? host.verify(argument) : tellElsewhere(),
    ),
  );
}

/** Documents of what differs, which follow the board of now. */
function registerDifferences(boards: Boards): vscode.Disposable[] {
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const following = new Map<string, vscode.Disposable>();
  const selector = { scheme: DIFFERENCE_SCHEME };
  return [
    changes,
    new vscode.Disposable(() => {
      for (const each of following.values()) each.dispose();
    }),
    vscode.workspace.registerTextDocumentContentProvider(DIFFERENCE_SCHEME, {
      onDidChange: changes.event,
      provideTextDocumentContent: async (uri) => {
        const board = comparisonOf(uri)?.board;
        const key = uri.toString();
        if (board && !following.has(key))
          following.set(
            key,
            boards.at(board).onDidChange(() => changes.fire(uri)),
          );
        return (await import('./difference-document')).differenceDocument(uri, boards);
      },
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      following.get(uri.toString())?.dispose();
      following.delete(uri.toString());
    }),
    vscode.languages.registerCodeLensProvider(selector, {
      provideCodeLenses: async (document) => (await import('./difference-document')).differenceLenses(document),
    }),
    vscode.languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async (document): Promise<vscode.DocumentLink[]> =>
        (await import('./difference-document')).differenceLinks(document, boards),
    }),
  ];
}
