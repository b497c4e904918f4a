import type { AccountRef, ResolveScope } from '../accounts/account-api.js';
import type { AnswerHead, Ask, AskDraft, AskStatus } from '../contract/resources.js';
import { AskwellError } from '../errors.js';
import { iterateBatches, type PageRequest } from '../store/paging.js';
import { check } from '../validation/check.js';
import type { UrlSettings } from '../web/base-path.js';
import type { AnswerPage } from './answers/answer-queries.js';
import { answerFilterSchema, toAnswerFilter } from './answers/list-answers.js';
import type { Changes } from './ask-types.js';
import type { OwnedAsk } from './definition/ask-service.js';
import { askBatchSize } from './definition/list-asks.js';
import type { KindServices } from './kind-services.js';
import type { KindTypes } from './kind-types.js';
import { previewQuery } from './read/previews.js';
import type { KindResults } from './results/kind-results.js';
import { ticketDraft } from './schemas/ticket-schema.js';

/** Filters the asks of an account. */
export interface AskChoice {
  site_id?: number;
  status?: AskStatus;
  /** Matches asks whose title contains this text, ignoring the case of ASCII letters. */
  q?: string;
}

/** Filters the answers of an ask. */
export interface AnswerChoice {
  /** Answers from this time, inclusive: an RFC 3339 timestamp. */
  since?: string | undefined;
  /** Answers before this time: an RFC 3339 timestamp. */
  until?: string | undefined;
  /** Answers of one visitor. */
  voter_ref?: string | undefined;
}

/**
 * Manages the asks of one kind in your own process. Runs the same checks and returns the same resources as the REST
 * API, with an account ID in place of an API key.
 *
 * Every method throws an {@link AskwellError} with the code `not_found` if the account or the resource does not exist,
 * and with the code `invalid` if an argument is invalid.
 *
 * @example
 * const poll = await askwell.polls.create(account.id, { title: 'Lunch?', options: ['Soup', 'Salad'] });
 * for await (const vote of askwell.polls.answers.list(account.id, poll.id)) console.log(vote.choices);
 */
export interface KindApi<Draft extends AskDraft, Shown, Answer, Results> {
  create(account: AccountRef, draft: Draft): Promise<Shown>;
  get(account: AccountRef, id: string): Promise<Shown>;
  /** Lists asks, newest first. Reads them page by page during the iteration. */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<Shown, void>;
  /** Updates an ask. Members that `changes` does not contain stay unchanged. */
  update(account: AccountRef, id: string, changes: Changes<Draft>): Promise<Shown>;
  /** Deletes an ask and its answers. */
  delete(account: AccountRef, id: string): Promise<void>;
  results(account: AccountRef, id: string): Promise<Results>;
  /**
   * Returns a link to the hosted page that shows a draft to anyone for seven days. Answers to drafts are refused.
   *
   * Without the option `baseUrl`, the link starts with the path.
   */
  previewUrl(account: AccountRef, id: string): Promise<string>;
  /**
   * Creates tickets and returns their codes. The codes are not stored and cannot be read again.
   *
   * @throws AskwellError with the code `conflict` if the ask does not have `one_per: "ticket"`, or would exceed its
   * quota of tickets.
   */
  issueTickets(account: AccountRef, id: string, count: number): Promise<string[]>;
  readonly answers: {
    get(account: AccountRef, id: string, answer: string): Promise<Answer>;
    /** Lists answers, newest first. Reads them page by page during the iteration. */
    list(account: AccountRef, id: string, choice?: AnswerChoice): AsyncGenerator<Answer, void>;
    delete(account: AccountRef, id: string, answer: string): Promise<void>;
    /** Deletes all answers. The results start again at zero. */
    reset(account: AccountRef, id: string): Promise<void>;
  };
}

const newestFirst = { after: null, order: 'desc' } as const;

export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks, answers, results, tickets, previews }: KindServices<Draft, Own, Body, W>,
  scopeOf: ResolveScope,
  { origin = '', basePath, linkBase = basePath }: UrlSettings,
): KindApi<Draft, Ask & W['ask'], AnswerHead & W['askReference'] & W['answer'], KindResults<W>> {
  async function find(account: AccountRef, id: string): Promise<OwnedAsk<Own>> {
    return (await asks.find(await scopeOf(account), id)) ?? throwNotFound();
  }

  async function findAnswer(account: AccountRef, id: string, answer: string) {
    const { ask } = await find(account, id);
    const row = (await answers.find(ask, answer)) ?? throwNotFound();
    return { ask, row };
  }

  // Definitions are cached, so callers get a copy that they may modify.
  const show = (owned: OwnedAsk<Own>) => structuredClone(asks.show(owned));

  return {
    async create(account, draft) {
      return show(await asks.create(await scopeOf(account), check(kind.draft, draft)));
    },

    get: async (account, id) => show(await find(account, id)),

    async *list(account, { site_id, status, q } = {}) {
      const filter = { site: site_id ?? null, status: status ?? null, q: q ?? null };
      const scope = await scopeOf(account);
      const pages = iterateBatches((page: PageRequest) => asks.list(scope, filter, page), newestFirst, askBatchSize);
      for await (const page of pages) yield* page.map(show);
    },

    async update(account, id, changes) {
      const { ask } = await find(account, id);
      await asks.update(await scopeOf(account), ask, check(kind.changes, changes));
      return show(await find(account, id));
    },

    async delete(account, id) {
      const { ask } = await find(account, id);
      await asks.delete(await scopeOf(account), ask);
    },

    results: async (account, id) => structuredClone(await results.exact((await find(account, id)).ask)),

    async previewUrl(account, id) {
      const { ask } = await find(account, id);
      return `${origin}${linkBase}/p/${asks.wireId(ask)}${previewQuery(previews.sign(ask))}`;
    },

    async issueTickets(account, id, count) {
      const { ask } = await find(account, id);
      const { issueRef } = await tickets.issue(ask, check(ticketDraft, { count }).count, null);
      return (await tickets.show(ask, issueRef)).tickets;
    },

    answers: {
      async get(account, id, answer) {
        const { ask, row } = await findAnswer(account, id, answer);
        return answers.show(ask, row);
      },

      async *list(account, id, choice = {}) {
        const { ask } = await find(account, id);
        const filter = toAnswerFilter(check(answerFilterSchema, choice));
        const pages = iterateBatches((page: AnswerPage) => answers.list(ask, filter, page), newestFirst);
        for await (const page of pages) yield* page.map((row) => answers.show(ask, row));
      },

      async delete(account, id, answer) {
        const { ask, row } = await findAnswer(account, id, answer);
        await answers.delete(ask, row.id);
      },

      async reset(account, id) {
        const { ask } = await find(account, id);
        await answers.deleteAll(ask);
      },
    },
  };
}

function throwNotFound(): never {
  throw new AskwellError('not_found');
}
