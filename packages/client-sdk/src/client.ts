import type { Account } from '@askwell/server/contract';
import type { Call } from './call.js';
import type { AskwellOptions, CallOptions } from './options.js';
import { Forms } from './resources/forms.js';
import { Polls } from './resources/polls.js';
import { Quizzes } from './resources/quizzes.js';
import { Sites } from './resources/sites.js';
import { settingsOf } from './settings.js';
import { Transport } from './transport/transport.js';

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
  /** One question with options: single and multiple choice, rankings, ratings. */
  readonly polls: Polls;
  /** Questions with keys, and attempts that are marked. */
  readonly quizzes: Quizzes;
  /** Fields of many types, and submissions that are summed up. */
  readonly forms: Forms;

  constructor(options: AskwellOptions = {}) {
    this.#transport = new Transport(settingsOf(options));
    this.sites = new Sites(this.#transport);
    this.polls = new Polls(this.#transport);
    this.quizzes = new Quizzes(this.#transport);
    this.forms = new Forms(this.#transport);
  }

  /** The account that the key belongs to. */
  me(options?: CallOptions): Call<Account> {
    return this.#transport.get(['me'], options);
  }
}
