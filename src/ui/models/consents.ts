import * as vscode from 'vscode';
import type { Sharing } from '../../agents/llm/sharing';
import { placeOf } from './accesses';
import { providerName, type ProviderId } from './providers';

const STORED = 'dataDetective.consents';

/** What a person allowed to be sent, by provider and address. Nothing goes to a provider before that. */
export class Consents {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** What the provider may be shown; undefined when the person was not asked yet. */
  given(provider: ProviderId, address: string | undefined, most: Sharing): Sharing | undefined {
    const given = this.#all()[placeOf(provider, address)];
    return given === undefined || most === 'sample' ? given : most;
  }

  /**
   * Says what leaves the computer, and asks.
   * @returns undefined when nothing may be sent
   */
  async ask(provider: ProviderId, address: string | undefined, most: Sharing): Promise<Sharing | undefined> {
    const all = vscode.l10n.t('Share Schema and Results');
    const schema = vscode.l10n.t('Share Schema Only');
    const chosen = await vscode.window.showInformationMessage(
      vscode.l10n.t('Investigations send data to a language model: {0}', providerName(provider)),
      { modal: true, detail: detailOf(provider, address, most) },
      ...(most === 'sample' ? [all, schema] : [schema]),
    );
    if (chosen === undefined) return undefined;
    const sharing = chosen === all ? 'sample' : 'schemaOnly';
    await this.#memory.update(STORED, { ...this.#all(), [placeOf(provider, address)]: sharing });
    return sharing;
  }

  #all(): Readonly<Record<string, Sharing>> {
    return this.#memory.get<Record<string, Sharing>>(STORED, {});
  }
}

function detailOf(provider: ProviderId, address: string | undefined, most: Sharing): string {
  const place =
    provider === 'vscode'
      ? vscode.l10n.t('Where to: the provider of the model that you choose in VS Code.')
      : vscode.l10n.t(
          'Where to: {0}',
          isHere(address) ? vscode.l10n.t('{0}, on this computer', address ?? '') : (address ?? ''),
        );
  return [
    place,
    vscode.l10n.t(
      'Schema: your question, hints and hypotheses, and names of tables and columns, types, keys, numbers of rows and the SQL that made them. No value of any cell: statistics are computed on this computer, and the models see the numbers.',
    ),
    ...(most === 'sample'
      ? [
          vscode.l10n.t(
            'Results: also rows of query results, up to 40 of each, and the facts and values found in them. Models answer better with them.',
          ),
        ]
      : []),
    vscode.l10n.t('The choice is remembered for this provider, and asked again by "Choose Team".'),
  ].join('\n\n');
}

function isHere(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
