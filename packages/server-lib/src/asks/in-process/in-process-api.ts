import { type FindScope, requireScope } from '../../accounts/account-api.js';
import { type AccountRef, accountParameter } from '../../accounts/account-ref.js';
import type { ListOrder, UpdateOptions } from '../../api/operations/call-operation.js';
import { inProcessFunctions } from '../../api/operations/in-process-functions.js';
import { mapBatches } from '../../api/paging.js';
import { AskwellError } from '../../errors.js';
import { turnForLongWork } from '../../event-loop.js';
import { csvType, toCsv } from '../../http/reply.js';
import { inTurns } from '../../http/stream-turns.js';
import type {
  AskDraft,
  AskStatus,
  IssuedTickets,
  NewTicket,
  ResultsLink,
  Ticket,
  TicketCount,
} from '../../shared/contract/resources.js';
import { check } from '../../validation/check.js';
import { type AnswerChoice, selectionOf } from '../answers/filters/answer-choice.js';
import { answerQueries } from '../answers/filters/answer-params.js';
import { requireColumn } from '../answers/list-answers.js';
import { byCreation } from '../answers/search/sort-position.js';
import { askOperations } from '../ask-operations.js';
import { batchRequest } from '../batch/parse-batch-answer.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import type { KindServices } from '../kind-services.js';
import type { KindTypes } from '../kind-types.js';
import { previewQuery } from '../read/previews.js';
import { countAnswers } from '../results/filtered/count-answers.js';
import { type AnswerFile, answerFile } from './answer-file.js';

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
  /** Withdraws all tickets that no answer has used. Returns the number of tickets that are left. */
  withdrawUnused(account: AccountRef, id: string, options?: UpdateOptions): Promise<TicketCount>;
}

/** Manages the link that shows the results of an ask to anyone. */
export interface ResultsLinkApi {
  /** Returns the link; `url` is null without one. Without the option `baseUrl`, it starts with the path. */
  get(account: AccountRef, id: string): Promise<ResultsLink>;
  /** Creates the link, unless there is one, and returns it. */
  create(account: AccountRef, id: string): Promise<ResultsLink>;
  /** Withdraws the link. Its URL never works again. */
  delete(account: AccountRef, id: string): Promise<void>;
}

/** What the API of each kind needs in addition to its services. */
export interface KindApiContext {
  /** Returns the key that `one_per: "ip"` counts an address by. */
  readonly countingKeyOf: (address: string) => string;
}

/** Returns the functions that the APIs of all kinds have, and in `answers` those for votes, attempts or submissions. */
export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
  findScope: FindScope,
  { countingKeyOf }: KindApiContext,
) {
  const { kind, asks, answers, batches, codeDefinitions, previews, publicUrl } = services;
  const scopeOf = requireScope(findScope);
  const caller = { account: accountParameter, find: findScope, require: scopeOf };
  const { answers: answerOperations, ...operations } = askOperations(services);
  const functions = inProcessFunctions(`askwell.${kind.plural}`, operations, caller);

  async function find(account: AccountRef, id: string): Promise<OwnedAsk<Own>> {
    return requireFound(await asks.find(await scopeOf(account), id));
  }

  /** Finds answers, and reads them in batches during the iteration. */
  async function findAnswers(
    account: AccountRef,
    id: string,
    { order = 'desc', sort = byCreation, ...filter }: AnswerListChoice = {},
    withNotes = false,
  ) {
    const { ask } = await find(account, id);
    check(answerQueries[kind.name].list, { order, sort });
    const column = requireColumn(sort, answers.columns(ask));
    const list = { selection: selectionOf(kind, ask, filter), sort: column, order, withNotes };
    return { ask, batches: await answers.search.all(ask, list) };
  }

  /** Finds answers, and returns them with what their owner noted about them. */
  async function findNotedAnswers(account: AccountRef, id: string, choice?: AnswerListChoice) {
    const { ask, batches } = await findAnswers(account, id, choice, true);
    async function* showAll() {
      for await (const rows of batches) for (const row of rows) yield answers.showNoted(ask, row);
    }
    return showAll();
  }

  // Definitions are cached, so callers get a copy that they may modify.
  const show = (owned: OwnedAsk<Own>) => structuredClone(asks.show(owned));

  /** @param name The name of the functions in messages. */
  const answersApi = (name: string) => ({
    ...inProcessFunctions(`askwell.${kind.plural}.${name}`, answerOperations, caller),

    async batch(account: AccountRef, id: string, given: readonly object[], options: BatchOptions = {}) {
      const { atomic = false, receipts = false } = options;
      const { ask } = await find(account, id);
      const checked = check(batchRequest, { answers: given.map(withTextTime), atomic, receipts });
      const request = { ...checked, idempotency: null, onlyVersion: null };
      return (await batches.record(await scopeOf(account), ask, { ...request, countingKeyOf })).results;
    },

    async *list(account: AccountRef, id: string, choice?: AnswerListChoice) {
      yield* await findNotedAnswers(account, id, choice);
    },

    jsonl: findNotedAnswers,

    async csv(account: AccountRef, id: string, choice?: AnswerListChoice): Promise<AnswerFile> {
      const { ask, batches } = await findAnswers(account, id, choice);
      const rows = mapBatches(batches, (row) => answers.csvCells(ask, row));
      const pieces = toCsv(answers.csvColumns(ask), rows);
      return answerFile(
        `${asks.wireId(ask)}-${kind.answers}.csv`,
        csvType,
        inTurns(pieces, () => turnForLongWork(ask.account)),
      );
    },

    async deleteWhere(account: AccountRef, id: string, choice: AnswerChoice) {
      const { ask } = await find(account, id);
      return answers.deleteMatching(ask, selectionOf(kind, ask, choice));
    },

    async reset(account: AccountRef, id: string) {
      const { ask } = await find(account, id);
      await answers.deleteAll(ask);
    },
  });

  return {
    ...functions,

    async ensure(account: AccountRef, key: string, definition: object) {
      return show(await codeDefinitions.ensure(await scopeOf(account), key, definition));
    },

    async getByKey(account: AccountRef, key: string) {
      return show(requireFound(await codeDefinitions.find(await scopeOf(account), key)));
    },

    async results(account: AccountRef, id: string, options: ResultsOptions | AnswerChoice = {}) {
      const { ask } = await find(account, id);
      const choice = isResultsOptions(options) ? (options.where ?? {}) : options;
      return structuredClone(await countAnswers(services, ask, selectionOf(kind, ask, choice)));
    },

    async previewUrl(account: AccountRef, id: string) {
      const { ask } = await find(account, id);
      return publicUrl(`/p/${asks.wireId(ask)}${previewQuery(previews.sign(ask))}`);
    },

    issueTickets: async (account: AccountRef, id: string, tickets: number | readonly NewTicket[]) =>
      (await functions.tickets.create(account, id, tickets)).tickets,

    /** The functions under the name of the answers of the kind, and under their deprecated name. */
    named: answersApi(kind.answers),
    answers: answersApi('answers'),
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
