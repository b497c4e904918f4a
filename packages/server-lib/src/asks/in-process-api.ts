import type { z } from 'zod';
import type { AccountRef, ResolveScope } from '../accounts/account-api.js';
import { AskwellError } from '../errors.js';
import { iterateBatches, type PageRequest } from '../store/paging.js';
import { check } from '../validation/check.js';
import type { AnswerPage } from './answers/answer-queries.js';
import { answerChoice, toFilter } from './answers/list-answers.js';
import type { AnswerHead, Ask, AskDraft, AskStatus, Changes } from './ask-types.js';
import type { OwnedAsk } from './definition/ask-service.js';
import { askSlice } from './definition/list-asks.js';
import type { KindServices } from './kind-services.js';
import type { KindTypes } from './kind-types.js';
import type { KindResults } from './results/kind-results.js';
import { ticketDraft } from './submit/ticket-service.js';

/** Which of an account's asks. */
export interface AskChoice {
  site_id?: number;
  status?: AskStatus;
  /** A part of the title. */
  q?: string;
}

/** Which of an ask's answers. */
export type AnswerChoice = z.input<typeof answerChoice>;

/**
 * The asks of one kind, for a host that manages its users' asks in its own process: the checks, replies and refusals of
 * the REST interface, with an account's id in the place of a key. Refusals are thrown as {@link AskwellError}.
 *
 * @example
 * const poll = await askwell.polls.create(account.id, { title: 'Lunch?', options: ['Soup', 'Salad'] });
 * for await (const vote of askwell.polls.answers.list(account.id, poll.id)) console.log(vote.choices);
 */
export interface KindApi<Draft extends AskDraft, Shown, Answer, Results> {
  create(account: AccountRef, draft: Draft): Promise<Shown>;
  get(account: AccountRef, id: string): Promise<Shown>;
  /** All of them, the newest first, read as they are asked for. */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<Shown, void>;
  /** What the changes do not name stays. */
  update(account: AccountRef, id: string, changes: Changes<Draft>): Promise<Shown>;
  /** Deletes an ask with its answers. */
  delete(account: AccountRef, id: string): Promise<void>;
  results(account: AccountRef, id: string): Promise<Results>;
  /** Makes tickets; their codes are not kept. */
  issueTickets(account: AccountRef, id: string, count: number): Promise<string[]>;
  readonly answers: {
    get(account: AccountRef, id: string, answer: string): Promise<Answer>;
    /** All of them, the newest first, read as they are asked for. */
    list(account: AccountRef, id: string, choice?: AnswerChoice): AsyncGenerator<Answer, void>;
    delete(account: AccountRef, id: string, answer: string): Promise<void>;
    /** Deletes all answers. */
    reset(account: AccountRef, id: string): Promise<void>;
  };
}

const newestFirst = { after: null, order: 'desc' } as const;

export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks, answers, results, tickets }: KindServices<Draft, Own, Body, W>,
  scopeOf: ResolveScope,
): KindApi<Draft, Ask & W['ask'], AnswerHead & W['naming'] & W['answer'], KindResults<W>> {
  async function find(account: AccountRef, id: string): Promise<OwnedAsk<Own>> {
    return (await asks.find(await scopeOf(account), id)) ?? notFound();
  }

  async function findAnswer(account: AccountRef, id: string, answer: string) {
    const { ask } = await find(account, id);
    const row = (await answers.find(ask, answer)) ?? notFound();
    return { ask, row };
  }

  // What is kept parsed is handed out as a copy: what a host does with it changes nothing.
  const show = (owned: OwnedAsk<Own>) => structuredClone(asks.show(owned));

  return {
    async create(account, draft) {
      const id = await asks.create(await scopeOf(account), check(kind.draft, draft));
      return show(await find(account, id));
    },

    get: async (account, id) => show(await find(account, id)),

    async *list(account, { site_id, status, q } = {}) {
      const filter = { site: site_id ?? null, status: status ?? null, q: q ?? null };
      const scope = await scopeOf(account);
      const all = iterateBatches((page: PageRequest) => asks.list(scope, filter, page), newestFirst, askSlice);
      for await (const found of all) yield* found.map(show);
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

    async issueTickets(account, id, count) {
      const { ask } = await find(account, id);
      const made = await tickets.issue(ask, check(ticketDraft, { count }).count, null);
      return (await tickets.show(ask, made)).tickets;
    },

    answers: {
      async get(account, id, answer) {
        const { ask, row } = await findAnswer(account, id, answer);
        return answers.show(ask, row);
      },

      async *list(account, id, choice = {}) {
        const { ask } = await find(account, id);
        const filter = toFilter(check(answerChoice, choice));
        const all = iterateBatches((page: AnswerPage) => answers.list(ask, filter, page), newestFirst);
        for await (const found of all) yield* found.map((row) => answers.show(ask, row));
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

function notFound(): never {
  throw new AskwellError('not_found');
}
