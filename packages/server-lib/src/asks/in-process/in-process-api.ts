import { type FindScope, requireScope } from '../../accounts/account-api.js';
import type { AccountRef } from '../../accounts/account-ref.js';
import { mapBatches } from '../../api/paging.js';
import type {
  AskDraft,
  AskStatus,
  CopyDraft,
  IssuedTickets,
  NewTicket,
  Ticket,
  TicketCount,
} from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import { turnForLongWork } from '../../event-loop.js';
import { csvType, toCsv } from '../../http/reply.js';
import { inTurns } from '../../http/stream-turns.js';
import { iterateBatches, type PageRequest } from '../../store/paging.js';
import { check } from '../../validation/check.js';
import type { UrlSettings } from '../../web/base-path.js';
import type { AnswerRow } from '../answers/answer-queries.js';
import { type AnswerChoice, selectionOf } from '../answers/filters/answer-choice.js';
import { requireColumn } from '../answers/list-answers.js';
import { byCreation } from '../answers/search/sort-position.js';
import { batchRequest } from '../batch/parse-batch-answer.js';
import { copyDraft } from '../copy/copy-schema.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import { exportBatchSize } from '../definition/list/list-asks.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import { previewQuery } from '../read/previews.js';
import { countAnswers } from '../results/filtered/count-answers.js';
import { referencesIn, ticketDraft } from '../schemas/ticket-schema.js';
import { showTicket } from '../tickets/list-tickets.js';
import { type AnswerFile, answerFile } from './answer-file.js';

/** The order of a list by creation time. `desc` returns the newest first, and is the default. */
interface ListOrder {
  order?: 'asc' | 'desc' | undefined;
}

/** Filters the asks of an account. */
export interface AskChoice extends ListOrder {
  site_id?: number | undefined;
  status?: AskStatus | undefined;
  /** Matches asks whose title contains this text, ignoring the case of ASCII letters. */
  q?: string | undefined;
}

/** Filters the answers of an ask, and says in which order to list them. */
export interface AnswerListChoice extends AnswerChoice, ListOrder {
  /** The column that `order` sorts by, such as `updated_at`, `score` or `field.age`. Default: `created_at`. */
  sort?: string | undefined;
}

/** Filters the tickets of an ask. */
export interface TicketChoice extends ListOrder {
  /** Only tickets that were used, or only those that were not. */
  used?: boolean | undefined;
  /** Only tickets with exactly this reference. */
  reference?: string | undefined;
}

/** Options for reading results. */
export interface ResultsOptions {
  /** Counts only the answers that this filter finds. */
  where?: AnswerChoice | undefined;
}

/** Options for updating a poll, quiz or form. */
export interface UpdateOptions {
  /** The `version` that you read. If it has changed since, the call throws `precondition_failed`. */
  ifMatch?: number | undefined;
}

/** Options for recording a batch of answers. */
export interface BatchOptions {
  /** Records either all answers or none. Default: false. */
  atomic?: boolean | undefined;
  /** Sends receipts by email, if the form or quiz has `receipt`. Default: false. */
  receipts?: boolean | undefined;
}

/** Manages the tickets of an ask in your own process: codes that allow one answer each. Requires `one_per: 'ticket'`. */
export interface TicketApi {
  /**
   * Creates tickets. Only this call returns the codes.
   *
   * @param tickets Their number, 1 to 10,000, or the tickets with their references. The codes have the same order.
   * @throws AskwellError with the code `conflict` if the ask does not have `one_per: "ticket"`, or would exceed its
   * quota of tickets.
   * @example
   * const { tickets } = await askwell.polls.tickets.create(account, poll.id, [{ reference: 'member-17' }]);
   */
  create(account: AccountRef, id: string, tickets: number | readonly NewTicket[]): Promise<IssuedTickets>;
  /** Returns the number of tickets, and how many of them are used. */
  count(account: AccountRef, id: string): Promise<TicketCount>;
  /** Lists the tickets without their codes, newest first. Reads them page by page during the iteration. */
  list(account: AccountRef, id: string, choice?: TicketChoice): AsyncGenerator<Ticket, void>;
  /**
   * Returns a ticket without its code.
   *
   * @throws AskwellError with the code `not_found` if there is no such ticket.
   */
  get(account: AccountRef, id: string, ticket: string): Promise<Ticket>;
  /**
   * Withdraws a ticket. It is rejected from then on.
   *
   * @throws AskwellError with the code `conflict` if an answer has used the ticket.
   */
  delete(account: AccountRef, id: string, ticket: string): Promise<void>;
}

/** What the API of each kind needs in addition to its services. */
export interface KindApiContext {
  readonly urls: UrlSettings;
  /** Returns the key that `one_per: "ip"` counts an address by. */
  readonly countingKeyOf: (address: string) => string;
}

/** Returns the functions that the APIs of all kinds have, and in `answers` those for votes, attempts or submissions. */
export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  findScope: FindScope,
  { urls: { origin = '', basePath, linkBase = basePath }, countingKeyOf }: KindApiContext,
) {
  const { kind, asks, answers, batches, codeDefinitions, copyAsk, tickets, previews } = services;
  const scopeOf = requireScope(findScope);

  async function find(account: AccountRef, id: string): Promise<OwnedAsk<Own>> {
    return requireFound(await asks.find(await scopeOf(account), id));
  }

  async function findAnswer(account: AccountRef, id: string, answer: string) {
    const { ask } = await find(account, id);
    return { ask, row: requireFound(await answers.find(ask, answer)) };
  }

  /** Finds answers, and reads them in batches during the iteration. */
  async function findAnswers(account: AccountRef, id: string, choice: AnswerListChoice = {}) {
    const { order = 'desc', sort = byCreation, ...filter } = choice;
    const { ask } = await find(account, id);
    const column = requireColumn(sort, answers.columns(ask));
    const batches = await answers.search.all(ask, { selection: selectionOf(kind, ask, filter), sort: column, order });
    return { ask, batches };
  }

  async function* showAll(ask: StoredAsk<Own>, batches: AsyncIterable<readonly AnswerRow[]>) {
    for await (const rows of batches) for (const row of rows) yield answers.show(ask, row);
  }

  // Definitions are cached, so callers get a copy that they may modify.
  const show = (owned: OwnedAsk<Own>) => structuredClone(asks.show(owned));

  const ticketApi: TicketApi = {
    async create(account, id, issued) {
      const draft = check(ticketDraft, typeof issued === 'number' ? { count: issued } : { tickets: issued });
      const { ask } = await find(account, id);
      const { issueRef } = await tickets.issue(ask, referencesIn(draft), null);
      return tickets.show(ask, issueRef);
    },

    async count(account, id) {
      return tickets.count((await find(account, id)).ask);
    },

    async *list(account, id, { used, reference, order = 'desc' } = {}) {
      const { ask } = await find(account, id);
      const filter = { used: used ?? null, reference: reference ?? null };
      const read = (page: PageRequest<string>) => tickets.list(ask, filter, page);
      for await (const page of iterateBatches(read, { after: null, order }, ask.account)) yield* page.map(showTicket);
    },

    async get(account, id, ticket) {
      return requireFound(await tickets.find((await find(account, id)).ask, ticket));
    },

    async delete(account, id, ticket) {
      await tickets.delete((await find(account, id)).ask, ticket);
    },
  };

  return {
    async create(account: AccountRef, draft: object) {
      return show(await asks.create(await scopeOf(account), check(kind.draft, draft)));
    },

    async ensure(account: AccountRef, key: string, definition: object) {
      return show(await codeDefinitions.ensure(await scopeOf(account), key, definition));
    },

    get: async (account: AccountRef, id: string) => show(await find(account, id)),

    async getByKey(account: AccountRef, key: string) {
      return show(requireFound(await codeDefinitions.find(await scopeOf(account), key)));
    },

    async *list(account: AccountRef, { site_id, status, q, order = 'desc' }: AskChoice = {}) {
      const filter = { site: site_id ?? null, status: status ?? null, q: q ?? null };
      const scope = await findScope(account);
      if (!scope) return;
      const read = (page: PageRequest) => asks.list(scope, filter, page);
      for await (const page of iterateBatches(read, { after: null, order }, scope.account, exportBatchSize))
        yield* page.map(show);
    },

    async update(account: AccountRef, id: string, changes: object, { ifMatch }: UpdateOptions = {}) {
      const { ask } = await find(account, id);
      if (ifMatch !== undefined && ifMatch !== ask.version) throw new AskwellError('precondition_failed');
      await asks.update(await scopeOf(account), ask, check(kind.changes, changes), ifMatch !== undefined);
      return show(await find(account, id));
    },

    async copy(account: AccountRef, id: string, draft: CopyDraft = {}) {
      const { ask } = await find(account, id);
      return show(await copyAsk(await scopeOf(account), ask, check(copyDraft, draft)));
    },

    async delete(account: AccountRef, id: string) {
      const { ask } = await find(account, id);
      await asks.delete(await scopeOf(account), ask);
    },

    async results(account: AccountRef, id: string, options: ResultsOptions | AnswerChoice = {}) {
      const { ask } = await find(account, id);
      const choice = isResultsOptions(options) ? (options.where ?? {}) : options;
      return structuredClone(await countAnswers(services, ask, selectionOf(kind, ask, choice)));
    },

    async previewUrl(account: AccountRef, id: string) {
      const { ask } = await find(account, id);
      return `${origin}${linkBase}/p/${asks.wireId(ask)}${previewQuery(previews.sign(ask))}`;
    },

    tickets: ticketApi,

    async issueTickets(account: AccountRef, id: string, issued: number | readonly NewTicket[]) {
      return (await ticketApi.create(account, id, issued)).tickets;
    },

    answers: {
      async batch(account: AccountRef, id: string, given: readonly object[], options: BatchOptions = {}) {
        const { atomic = false, receipts = false } = options;
        const { ask } = await find(account, id);
        const checked = check(batchRequest, { answers: given.map(withTextTime), atomic, receipts });
        const request = { ...checked, idempotency: null, onlyVersion: null };
        return (await batches.record(await scopeOf(account), ask, { ...request, countingKeyOf })).results;
      },

      async *list(account: AccountRef, id: string, choice?: AnswerListChoice) {
        const { ask, batches } = await findAnswers(account, id, choice);
        yield* showAll(ask, batches);
      },

      async csv(account: AccountRef, id: string, choice?: AnswerListChoice): Promise<AnswerFile> {
        const { ask, batches } = await findAnswers(account, id, choice);
        const rows = mapBatches(batches, (row) => answers.csvCells(ask, row));
        const name = `${asks.wireId(ask)}-${kind.answers}.csv`;
        const pieces = toCsv(answers.csvColumns(ask), rows);
        return answerFile(
          name,
          csvType,
          inTurns(pieces, () => turnForLongWork(ask.account)),
        );
      },

      async jsonl(account: AccountRef, id: string, choice?: AnswerListChoice) {
        const { ask, batches } = await findAnswers(account, id, choice);
        return showAll(ask, batches);
      },

      async get(account: AccountRef, id: string, answer: string) {
        const { ask, row } = await findAnswer(account, id, answer);
        return answers.show(ask, row);
      },

      async delete(account: AccountRef, id: string, answer: string) {
        const { ask, row } = await findAnswer(account, id, answer);
        await answers.delete(ask, row.id);
      },

      async deleteWhere(account: AccountRef, id: string, choice: AnswerChoice) {
        const { ask } = await find(account, id);
        return answers.deleteMatching(ask, selectionOf(kind, ask, choice));
      },

      async reset(account: AccountRef, id: string) {
        const { ask } = await find(account, id);
        await answers.deleteAll(ask);
      },
    },
  };
}

function requireFound<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new AskwellError('not_found');
  return value;
}

function isResultsOptions(options: ResultsOptions | AnswerChoice): options is ResultsOptions {
  return 'where' in options;
}

/** Returns an answer of a batch whose time is a text, as in a request. */
function withTextTime(answer: object): object {
  return 'created_at' in answer && answer.created_at instanceof Date
    ? { ...answer, created_at: answer.created_at.toISOString() }
    : answer;
}
