import type { Account, ResourceBody } from '@askwell/server/contract';
import { Sites } from './resources/sites.js';
import { settingsOf } from './settings.js';
import { type CallOptions, Transport } from './transport.js';

/** What {@link Askwell} takes; all of it may come from the environment. */
export interface AskwellOptions {
  /** An API key from the dashboard. Default: the environment's `ASKWELL_API_KEY`. */
  apiKey?: string | undefined;
  /** The server's address with its base path. Default: the environment's `ASKWELL_BASE_URL`. */
  baseUrl?: string | undefined;
  /** Milliseconds a call may take in all. Default: 30,000. */
  timeout?: number | undefined;
}

/**
 * The interface of an Askwell server, for whoever holds an API key. Keep it on your server: a key opens all that its
 * account may do.
 *
 * @example
 * const askwell = new Askwell({ apiKey: process.env.MY_KEY, baseUrl: 'https://polls.example.com' });
 * const { email } = await askwell.me();
 */
export class Askwell {
  readonly #transport: Transport;
  /** The sites that asks and keys are grouped by. */
  readonly sites: Sites;

  constructor(options: AskwellOptions = {}) {
    this.#transport = new Transport(settingsOf(options));
    this.sites = new Sites(this.#transport);
  }

  /** The account that the key belongs to. */
  async me(options?: CallOptions): Promise<Account> {
    return (await this.#transport.get<ResourceBody<Account>>('/me', options)).data;
  }
}
