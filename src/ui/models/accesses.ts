import type * as vscode from 'vscode';
import type { ModelAccess } from '../../models/port';
import type { Log } from '../log';
import type { ProviderId } from './providers';
import { modelSettings } from './settings';

/** How providers are reached: addresses from the settings, keys from the editor's secret storage. */
export class Accesses {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: Log;

  constructor(secrets: vscode.SecretStorage, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** The address of a provider; undefined for the editor's models, which the editor reaches. */
  addressOf(provider: ProviderId): string | undefined {
    const { anthropicUrl, endpoint } = modelSettings();
    if (provider === 'vscode') return undefined;
    return provider === 'anthropic' ? anthropicUrl : endpoint;
  }

  /** The key for the provider at its present address: no other server ever gets it. */
  async keyOf(provider: ProviderId): Promise<string | undefined> {
    return this.#secrets.get(this.#nameOf(provider));
  }

  async setKey(provider: ProviderId, key: string): Promise<void> {
    await this.#secrets.store(this.#nameOf(provider), key);
  }

  async forgetKey(provider: ProviderId): Promise<void> {
    await this.#secrets.delete(this.#nameOf(provider));
  }

  async accessTo(provider: ProviderId): Promise<ModelAccess> {
    const apiKey = await this.keyOf(provider);
    const baseURL = this.addressOf(provider);
    const log = this.#log;
    return {
      ...(apiKey !== undefined && { apiKey }),
      ...(baseURL !== undefined && baseURL !== '' && { baseURL }),
      prices: modelSettings().prices,
      logger: {
        error: (message) => log.error(message),
        warn: (message) => log.warn(message),
        info: (message) => log.info(message),
        debug: () => undefined,
      },
    };
  }

  #nameOf(provider: ProviderId): string {
    return `dataDetective.apiKey ${placeOf(provider, this.addressOf(provider))}`;
  }
}

/** A provider at an address, as one that is trusted with a key or with data. */
export function placeOf(provider: ProviderId, address: string | undefined): string {
  if (address === undefined || address === '') return provider;
  return `${provider} ${URL.canParse(address) ? new URL(address).origin : address}`;
}
