import * as vscode from 'vscode';
import { splitStatements } from '../../database/statements';
import { nameOf } from '../boards/read-state';
import { plain } from '../plain';
import type { Bindings } from './bindings';
import { saysTheSame } from './format';
import { lens } from './lens';
import type { SqlDocuments } from './sql-documents';
import { recordOf } from './sql-uri';

type Parts = { readonly bindings: Bindings; readonly documents: SqlDocuments };

/** What can be done with the statements of a document that is bound to a database. */
export class StatementLenses {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async provide(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!this.#parts.bindings.isBound(document)) return [];
    const statements = splitStatements(document.getText());
    const [first] = statements;
    if (first === undefined) return [];
    if (!vscode.workspace.isTrusted) return [lens(document, first.start, trust())];
    // What the head names and is not there is said when a statement runs.
    const binding = await this.#parts.bindings.of(document).catch(() => undefined);
    const restore = await this.#restore(
      document,
      statements.map(({ text }) => text),
    );
    const uri = document.uri.toString();
    return statements.flatMap(({ start }) => {
      const commands = [
        { title: `$(play) ${vscode.l10n.t('Run')}`, command: 'dataDetective.runSql', arguments: [uri, start] },
        ...(binding?.board
          ? [
              {
                title: `$(add) ${vscode.l10n.t('Add to Board as Evidence')}`,
                command: 'dataDetective.addEvidence',
                arguments: [uri, start],
              },
            ]
          : []),
        ...(start === first.start ? [databaseLens(uri, binding?.database), ...restore] : []),
      ];
      return commands.map((command) => lens(document, start, command));
    });
  }

  /** Offered where a document of ours no longer says what the board holds. */
  async #restore({ uri }: vscode.TextDocument, statements: readonly string[]): Promise<vscode.Command[]> {
    const record = recordOf(uri);
    if (record === undefined) return [];
    const recorded = await this.#parts.documents.recordedSql(record).catch(() => undefined);
    const [only] = statements;
    if (recorded === undefined || (statements.length === 1 && only !== undefined && saysTheSame(recorded, only))) {
      return [];
    }
    const title = `$(discard) ${vscode.l10n.t('Restore {0}', record.query)}`;
    return [{ title, command: 'dataDetective.restoreSql', arguments: [uri.toString()] }];
  }
}

function databaseLens(document: string, database: vscode.Uri | undefined): vscode.Command {
  const name = database ? plain(nameOf(database)) : vscode.l10n.t('Choose Database');
  return {
    title: `$(database) ${name}`,
    tooltip: vscode.l10n.t('Choose another database for this document'),
    command: 'dataDetective.chooseDatabase',
    arguments: [document],
  };
}

function trust(): vscode.Command {
  const title = `$(shield) ${vscode.l10n.t('Nothing runs in Restricted Mode: trust the workspace to run SQL')}`;
  return { title, command: 'workbench.trust.manage' };
}
