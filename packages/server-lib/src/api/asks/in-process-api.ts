import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import type { AnswerChoice } from '../../core/answers/answer-choice.js';
import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { previewQuery } from '../../core/read/previews.js';
import { inTurns } from '../../http/stream-turns.js';
import { type AccountRef, accountParameter } from '../../owners/accounts/account-ref.js';
import type {
  AskDraft,
  AskStatus,
  IssuedTickets,
  NewTicket,
  ResultsLink,
  Ticket,
  TicketCount,
  TranslationFile,
  TranslationImport,
  TranslationStatus,
  TranslationStatusList,
  WorkingCopy,
  WorkingCopyChanges,
} from '../../shared/contract/resources.js';
import { type FindScope, requireScope } from '../accounts/account-api.js';
import { type ListOrder, openList, type UpdateOptions } from '../operations/call-operation.js';
import { inProcessFunctions } from '../operations/in-process-functions.js';
import type { OperationGroup } from '../operations/operation.js';
import { answerFile } from './answer-file.js';
import { askOperations } from './ask-operations.js';

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
  /** True for only used tickets, false for only unused tickets. */
  used?: boolean | undefined;
  /** Only tickets with exactly this reference. */
  reference?: string | undefined;
}

/** Options for reading results. */
export interface ResultsOptions {
  /** Counts only the answers that this filter finds. */
  where?: AnswerChoice | undefined;
}

/** The questions of a cross table, by their columns such as `field.age`. */
export interface CrossTableChoice extends ResultsOptions {
  /** The question whose options are rows. */
  rows: string;
  /** The question whose options are columns. */
  columns: string;
}

/** The question whose answers are averaged. */
export interface AveragesChoice extends ResultsOptions {
  /** The column of the question, such as `field.stars` or `percentage`. */
  question: string;
}

/** The period of the visits that a funnel counts, by full days in UTC. */
export interface FunnelPeriod {
  /** Only visits from this time on. */
  since?: Date | string | undefined;
  /** Only visits before this time. */
  until?: Date | string | undefined;
}

/** Which definition of a quiz or form is checked. */
export interface WarningsChoice {
  /** The published definition, or the one with the changes that are not published. Default: `published`. */
  definition?: 'published' | 'working_copy' | undefined;
}

/** Options for recording a batch of answers. */
export interface BatchOptions extends UpdateOptions {
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

/**
 * Manages the changes of an ask that are not published. Visitors see them when they are published. The editor of the dashboard shows the
 * same changes.
 */
export interface WorkingCopyApi {
  /** Returns the changes, or the definition of the ask if nothing was changed. */
  get(account: AccountRef, id: string): Promise<WorkingCopy>;
  /**
   * Saves changes, publishes them, or both. Valid changes of a draft are published immediately.
   *
   * @throws AskwellError with the code `precondition_failed` if `revision` is not the current one, `invalid` if the definition is
   * to be published and is not complete, or `conflict` if existing answers do not allow a change.
   * @example const { revision, definition } = await askwell.polls.workingCopy.get(account, poll.id); const changes = { revision,
   * definition: { ...definition, title: 'Dinner?' }, publish: true }; await askwell.polls.workingCopy.update(account, poll.id,
   * changes);
   */
  update(account: AccountRef, id: string, changes: WorkingCopyChanges, options?: UpdateOptions): Promise<WorkingCopy>;
  /**
   * Discards the changes.
   *
   * @throws AskwellError with the code `precondition_failed` if `revision` is not the current one.
   */
  delete(account: AccountRef, id: string, choice: { revision: string }, options?: UpdateOptions): Promise<void>;
}

/** Reads and imports the translations of an ask, as files for translators. */
export interface TranslationApi {
  /** Returns how complete the translations into the languages after the first one are. */
  status(account: AccountRef, id: string): Promise<TranslationStatusList>;
  /**
   * Returns a file with all texts that visitors see and their translations into a language.
   *
   * @example
   * const { filename, content } = await askwell.forms.translations.get(account, form.id, 'de', { format: 'xliff' });
   */
  get(
    account: AccountRef,
    id: string,
    language: string,
    options?: { format?: TranslationFile['format'] | undefined },
  ): Promise<TranslationFile>;
  /**
   * Imports a file from a translator, completely or not at all. Texts that the file does not have stay as they are.
   *
   * @throws AskwellError with the code `invalid` if the file is not valid. The issues have the line and the column.
   */
  update(
    account: AccountRef,
    id: string,
    language: string,
    file: TranslationImport,
    options?: UpdateOptions,
  ): Promise<TranslationStatus>;
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

/**
 * Returns the functions that the APIs of all kinds have. `named` has the functions for votes, attempts or submissions.
 *
 * @param further The operations that only this kind has.
 */
export function createKindApi<Draft extends AskDraft, Own, Body, W extends KindTypes, Further extends OperationGroup>(
  services: KindServices<Draft, Own, Body, W>,
  findScope: FindScope,
  further: Further,
) {
  const { kind, asks, codeDefinitions, previews, publicUrl } = services;
  const scopeOf = requireScope(findScope);
  const caller = { account: accountParameter, find: findScope, require: scopeOf };
  const { answers: answerOperations, ...others } = askOperations(services);
  const functions = inProcessFunctions(`askwell.${kind.plural}`, others, caller);

  /** @param name The name of the functions in messages. */
  function answersApi(name: string) {
    const ofAnswers = inProcessFunctions(`askwell.${kind.plural}.${name}`, answerOperations, caller);
    const open = async (account: AccountRef, id: string, choice: AnswerListChoice = {}) =>
      (await openList(answerOperations.list, await scopeOf(account), { id }, choice)).list;
    const fileIn = (format: 'csv' | 'xlsx') => async (account: AccountRef, id: string, choice?: AnswerListChoice) => {
      const { party, file } = await open(account, id, choice);
      const { filename, contentType, body } = await file(format);
      return answerFile(
        filename,
        contentType,
        inTurns<string | Uint8Array>(body, () => turnForLongWork(party)),
      );
    };
    return {
      ...ofAnswers,
      csv: fileIn('csv'),
      xlsx: fileIn('xlsx'),
      async jsonl(account: AccountRef, id: string, choice?: AnswerListChoice) {
        const { all, toResource } = await open(account, id, choice);
        return showRows(await all(), toResource);
      },
      async reset(account: AccountRef, id: string) {
        await ofAnswers.deleteWhere(account, id, {});
      },
    };
  }

  const shown = (owned: OwnedAsk<Own> | undefined) => structuredClone(asks.show(requireFound(owned)));

  return {
    ...inProcessFunctions(`askwell.${kind.plural}`, further, caller),
    ...functions,

    async ensure(account: AccountRef, key: string, definition: object) {
      return shown(await codeDefinitions.ensure(await scopeOf(account), key, definition));
    },

    async getByKey(account: AccountRef, key: string) {
      return shown(await codeDefinitions.find(await scopeOf(account), key));
    },

    async previewUrl(account: AccountRef, id: string) {
      const { ask } = requireFound(await asks.find(await scopeOf(account), id));
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

async function* showRows<Row>(batches: AsyncIterable<readonly Row[]>, toResource: (row: Row) => object) {
  for await (const rows of batches) for (const row of rows) yield toResource(row);
}
