import type { Account } from '@askwell/server/contract';
import type { Call } from './call.js';
import type { AskwellOptions, CallOptions } from './options.js';
import { ChangeFeed } from './resources/change-feed.js';
import { Forms } from './resources/forms.js';
import { Polls } from './resources/polls.js';
import { Quizzes } from './resources/quizzes.js';
import { Sites } from './resources/sites.js';
import { Webhooks } from './resources/webhooks.js';
import { settingsOf } from './settings.js';
import { systemTiming, type Timing } from './timeouts/timing.js';
import { Transport } from './transport/transport.js';

/**
 * Client for the REST API of an Askwell server. Use it on your server only: anyone who sees the API key can do everything
 * that the key allows.
 *
 * @example
 * const askwell = new Askwell({ apiKey: process.env.MY_KEY, baseUrl: 'https://polls.example.com' });
 * const { email } = await askwell.me();
 */
export class Askwell {
  readonly #transport: Transport;
  /** Manages sites, which group API keys, polls, quizzes and forms. */
  readonly sites: Sites;
  /** Manages polls: one question with options to choose, rank or rate. */
  readonly polls: Polls;
  /** Manages quizzes: questions with answer keys, and attempts with scores. */
  readonly quizzes: Quizzes;
  /** Manages forms: fields of many types, and submissions. */
  readonly forms: Forms;
  /** Reads and follows what happens to polls, quizzes, forms and answers. */
  readonly changes: ChangeFeed;
  /** Manages webhooks, and verifies their messages. */
  readonly webhooks: Webhooks;

  /**
   * Creates a client. Sends no request.
   *
   * @param options The API key, the URL of the server, timeouts, retries and hooks.
   * @throws TypeError if an option is missing or invalid, or if the client runs in a browser.
   */
  constructor(options?: AskwellOptions);
  /** @internal */
  constructor(options: AskwellOptions | undefined, timing: Timing);
  constructor(options: AskwellOptions = {}, timing: Timing = systemTiming) {
    this.#transport = new Transport(settingsOf(options, timing));
    this.sites = new Sites(this.#transport);
    this.polls = new Polls(this.#transport);
    this.quizzes = new Quizzes(this.#transport);
    this.forms = new Forms(this.#transport);
    this.changes = new ChangeFeed(this.#transport);
    this.webhooks = new Webhooks(this.#transport);
  }

  /**
   * Returns the account that the API key belongs to.
   *
   * @throws {@link AuthenticationError} if the API key is invalid.
   */
  me(options?: CallOptions): Call<Account> {
    return this.#transport.get(['me'], options);
  }
}
