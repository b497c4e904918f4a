import type { ResolveScope } from '../../accounts/account-api.js';
import type { AccountRef } from '../../accounts/account-ref.js';
import type { AnswerHead, Ask, AskDraft, AskStatus, NewTicket } from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import { iterateBatches, type PageRequest } from '../../store/paging.js';
import { check } from '../../validation/check.js';
import type { UrlSettings } from '../../web/base-path.js';
import { type AnswerChoice, selectionOf } from '../answers/filters/answer-choice.js';
import type { Changes } from '../ask-types.js';
import type { BatchResult } from '../batch/batch-types.js';
import { batchRequest } from '../batch/parse-batch-answer.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import { askBatchSize } from '../definition/list/list-asks.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import { previewQuery } from '../read/previews.js';
import { countAnswers } from '../results/filtered/count-answers.js';
import type { KindResults } from '../results/kind-results.js';
import { referencesIn, ticketDraft } from '../schemas/ticket-schema.js';

/** Filters the asks of an account. */
export interface AskChoice {
  site_id?: number;
  status?: AskStatus;
  /** Matches asks whose title contains this text, ignoring the case of ASCII letters. */
  q?: string;
}

/** Options for recording a batch of answers. */
export interface BatchOptions {
  /** Records either all answers or none. Default: false. */
  atomic?: boolean | undefined;
  /** Sends receipts by email, if the form or quiz has `receipt`. Default: false. */
  receipts?: boolean | undefined;
}

/**
 * Manages the asks of one kind in your own process. Runs the same checks and returns the same resources as the REST
 * API, with an account in place of an API key.
 *
 * Every method throws an {@link AskwellError} with the code `not_found` if the account or the resource does not exist, and with the
 * code `invalid` if an argument is invalid. Throws a `TypeError` if an argument is missing or has a wrong type, such as a number for
 * the account.
 *
 * @example
 * const poll = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
 * for await (const vote of askwell.polls.answers.list(account, poll.id)) console.log(vote.choices);
 */
export interface KindApi<Draft extends AskDraft, Shown, Answer, Results, BatchAnswer = object> {
  create(account: AccountRef, draft: Draft): Promise<Shown>;
  get(account: AccountRef, id: string): Promise<Shown>;
  /** Lists asks, newest first. Reads them page by page during the iteration. */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<Shown, void>;
  /** Updates an ask. Members that `changes` does not contain stay unchanged. */
  update(account: AccountRef, id: string, changes: Changes<Draft>): Promise<Shown>;
  /** Deletes an ask and its answers. */
  delete(account: AccountRef, id: string): Promise<void>;
  /**
   * Returns the results.
   *
   * @param choice Counts only the answers that it finds.
   */
  results(account: AccountRef, id: string, choice?: AnswerChoice): Promise<Results>;
  /**
   * Returns a link to the hosted page that shows a draft to anyone for seven days. Answers to drafts are refused.
   *
   * Without the option `baseUrl`, the link starts with the path.
   */
  previewUrl(account: AccountRef, id: string): Promise<string>;
  /**
   * Creates tickets and returns their codes. The codes are not stored and cannot be read again.
   *
   * @param tickets How many, or the tickets with their references.
   * @throws AskwellError with the code `conflict` if the ask does not have `one_per: "ticket"`, or would exceed its
   * quota of tickets.
   */
  issueTickets(account: AccountRef, id: string, tickets: number | readonly NewTicket[]): Promise<string[]>;
  readonly answers: {
    get(account: AccountRef, id: string, answer: string): Promise<Answer>;
    /** Lists answers, newest first. Reads them page by page during the iteration. */
    list(account: AccountRef, id: string, choice?: AnswerChoice): AsyncGenerator<Answer, void>;
    /**
     * Records up to 1,000 answers in order, and returns a result for each. An answer with the same `id` is recorded once
     * within 24 hours.
     *
     * @throws AskwellError with the code `invalid` if the option `atomic` is set and an answer is refused. None is then
     * recorded.
     * @example
     * const results = await askwell.polls.answers.batch(account, poll.id, [{ choices: ['o1'], id: 'paper-17' }]);
     */
    batch(
      account: AccountRef,
      id: string,
      answers: readonly BatchAnswer[],
      options?: BatchOptions,
    ): Promise<BatchResult[]>;
    delete(account: AccountRef, id: string, answer: string): Promise<void>;
    /** Deletes the answers that a choice finds, and returns their number. */
    deleteWhere(account: AccountRef, id: string, choice: AnswerChoice): Promise<number>;
    /** Deletes all answers. The results start again at zero. */
    reset(account: AccountRef, id: string): Promise<void>;
  };
}

/** What the API of each kind needs in addition to its services. */
export interface KindApiContext {
  readonly urls: UrlSettings;
  /** Returns the key that `one_per: "ip"` counts an address by. */
  readonly countingKeyOf: (address: string) => string;
}

const newestFirst = { after: null, order: 'desc' } as const;

export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  scopeOf: ResolveScope,
  { urls: { origin = '', basePath, linkBase = basePath }, countingKeyOf }: KindApiContext,
): KindApi<Draft, Ask & W['ask'], AnswerHead & W['askReference'] & W['answer'], KindResults<W>> {
  const { kind, asks, answers, batches, tickets, previews } = services;

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

    async results(account, id, choice = {}) {
      const { ask } = await find(account, id);
      return structuredClone(await countAnswers(services, ask, selectionOf(kind, ask.own, choice)));
    },

    async previewUrl(account, id) {
      const { ask } = await find(account, id);
      return `${origin}${linkBase}/p/${asks.wireId(ask)}${previewQuery(previews.sign(ask))}`;
    },

    async issueTickets(account, id, issued) {
      const draft = check(ticketDraft, typeof issued === 'number' ? { count: issued } : { tickets: issued });
      const { ask } = await find(account, id);
      const { issueRef } = await tickets.issue(ask, referencesIn(draft), null);
      return (await tickets.show(ask, issueRef)).tickets;
    },

    answers: {
      async get(account, id, answer) {
        const { ask, row } = await findAnswer(account, id, answer);
        return answers.show(ask, row);
      },

      async *list(account, id, choice = {}) {
        const { ask } = await find(account, id);
        const pages = answers.search.all(ask, selectionOf(kind, ask.own, choice), newestFirst);
        for await (const page of pages) yield* page.map((row) => answers.show(ask, row));
      },

      async batch(account, id, given, { atomic = false, receipts = false } = {}) {
        const { ask } = await find(account, id);
        const checked = check(batchRequest, { answers: given, atomic, receipts });
        const request = { ...checked, idempotency: null, onlyVersion: null };
        return (await batches.record(await scopeOf(account), ask, { ...request, countingKeyOf })).results;
      },

      async delete(account, id, answer) {
        const { ask, row } = await findAnswer(account, id, answer);
        await answers.delete(ask, row.id);
      },

      async deleteWhere(account, id, choice) {
        const { ask } = await find(account, id);
        return answers.deleteMatching(ask, selectionOf(kind, ask.own, choice));
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
