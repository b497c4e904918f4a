import type { AnswerChoice } from '../../core/answers/answer-choice.js';
import type { KindServices } from '../../core/kind-services.js';
import type { PollBody, PollOwn, PollWire } from '../../kinds/poll/stored-poll.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type { BatchResult } from '../../shared/contract/batch-types.js';
import type {
  PollResultsOf,
  VoteDraftOf,
  VoteOf,
  VoteReceiptOf,
} from '../../shared/contract/definitions/answers/poll-answers.js';
import type { PollId } from '../../shared/contract/definitions/ask-id.js';
import type { InBatch } from '../../shared/contract/definitions/in-batch.js';
import type { NotedAnswer } from '../../shared/contract/definitions/noted-answer.js';
import type {
  CheckedPoll,
  CheckedPollChanges,
  PollChangesDefinition,
  PollDefinition,
  PollOf,
  UpdatedPoll,
} from '../../shared/contract/definitions/poll.js';
import type {
  AnswerChanges,
  Averages,
  CopyDraft,
  CrossTable,
  Funnel,
  NewTicket,
  PollDraft,
} from '../../shared/contract/resources.js';
import type { FindScope } from '../accounts/account-api.js';
import type { UpdateOptions } from '../operations/call-operation.js';
import type { AnswerFile } from './answer-file.js';
import { createInProcessAnswer, type InProcessAnswerOptions, type VisitorRef } from './in-process-answers.js';
import {
  type AnswerListChoice,
  type AskChoice,
  type AveragesChoice,
  type BatchOptions,
  type CrossTableChoice,
  createKindApi,
  type FunnelPeriod,
  type ResultsLinkApi,
  type ResultsOptions,
  type TicketApi,
  type TranslationApi,
  type WorkingCopyApi,
} from './in-process-api.js';

/** Manages the votes of a poll in your own process. */
export interface VoteApi {
  /**
   * Casts a vote on behalf of a visitor. Runs the same checks as the public endpoint, without its rate limit.
   *
   * @param visitor The visitor. Required if the poll limits answers with `one_per`, which is the default.
   * @throws AskwellError with the code `invalid` if the vote is invalid, `closed` or `full` if the poll accepts no votes, or
   * `already_answered` if the visitor has voted.
   * @example await askwell.polls.votes.create(poll.id, { choices: ['o1'] }, { id: user.id });
   */
  create<D extends PollDefinition = PollDefinition>(
    id: PollId<D>,
    vote: VoteDraftOf<D>,
    visitor?: VisitorRef,
  ): Promise<VoteReceiptOf<D>>;
  /**
   * Records up to 1,000 votes in order, and returns a result for each. A vote with the same `id` is recorded once within 24 hours.
   *
   * @throws AskwellError with the code `invalid` if the option `atomic` is set and a vote is refused. No vote is recorded then.
   * @example const results = await askwell.polls.votes.batch(account, poll.id, [{ choices: ['o1'], id: 'paper-17' }]);
   */
  batch<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    votes: readonly InBatch<VoteDraftOf<D>>[],
    options?: BatchOptions,
  ): Promise<BatchResult[]>;
  /** Lists votes, newest first. Reads them page by page during the iteration. */
  list<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    choice?: AnswerListChoice,
  ): AsyncGenerator<NotedAnswer<VoteOf<D>>, void>;
  /** Returns a vote. */
  get<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    vote: string,
  ): Promise<NotedAnswer<VoteOf<D>>>;
  /**
   * Sets the tags and the note of a vote. Absent members stay unchanged. Visitors do not see them.
   *
   * @example
   * await askwell.polls.votes.update(account, poll.id, vote.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    vote: string,
    changes: AnswerChanges,
  ): Promise<NotedAnswer<VoteOf<D>>>;
  /** Deletes a vote and updates the results. The visitor may vote again. */
  delete(account: AccountRef, id: PollId, vote: string): Promise<void>;
  /** Deletes the votes that a filter finds, and returns their number. */
  deleteWhere(account: AccountRef, id: PollId, where: AnswerChoice, options?: UpdateOptions): Promise<number>;
  /** Deletes all votes. The results start again at zero. */
  reset(account: AccountRef, id: PollId): Promise<void>;
  /**
   * Returns the votes as a CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.polls.votes.csv(account, poll.id), createWriteStream('votes.csv'));
   */
  csv(account: AccountRef, id: PollId, choice?: AnswerListChoice): Promise<AnswerFile>;
  /**
   * Returns the votes as an Excel file, with the columns of the CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.polls.votes.xlsx(account, poll.id), createWriteStream('votes.xlsx'));
   */
  xlsx(account: AccountRef, id: PollId, choice?: AnswerListChoice): Promise<Omit<AnswerFile, 'text'>>;
  /**
   * Returns all votes, as the client does with JSON Lines. Reads them during the iteration.
   *
   * @example
   * for await (const vote of await askwell.polls.votes.jsonl(account, poll.id)) console.log(vote.id);
   */
  jsonl<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    choice?: AnswerListChoice,
  ): Promise<AsyncGenerator<NotedAnswer<VoteOf<D>>, void>>;
}

/**
 * Manages polls in your own process. Runs the same checks and returns the same resources as the REST API, with an account in place of an
 * API key.
 *
 * Every method throws an `AskwellError` with the code `not_found` if the account or the poll does not exist, and with the code `invalid`
 * if an argument is invalid. Throws a `TypeError` if an argument is missing or has a wrong type, such as a number for the account.
 *
 * @example
 * const poll = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
 * for await (const vote of askwell.polls.votes.list(account, poll.id)) console.log(vote.choices);
 */
export interface PollApi {
  /** Creates a poll. The ID of the result has the type of the definition, so that votes and results are typed too. */
  create<const D extends PollDefinition>(account: AccountRef, definition: CheckedPoll<D>): Promise<PollOf<D>>;
  /**
   * Returns the poll that your code defines under a key. Creates it the first time, and updates it when the definition differs from
   * the previous one. Calls with the same definition only read.
   *
   * @param key Your own name of the poll, unique for the account. It becomes free when the poll is deleted.
   * @param definition The poll. What it does not name, such as `status`, stays as the owner set it in the dashboard.
   * @throws AskwellError with the code `conflict` if existing votes do not allow the change. The message says which part.
   * @example const lunch = definePoll({ title: 'Lunch?', options: [{ id: 'soup', label: 'Soup' }, { id: 'salad', label: 'Salad' }]
   * }); const poll = await askwell.polls.ensure(account, 'lunch', lunch);
   */
  ensure<const D extends PollDefinition>(
    account: AccountRef,
    key: string,
    definition: CheckedPoll<D>,
  ): Promise<PollOf<D>>;
  /** Returns a poll. */
  get<D extends PollDefinition = PollDefinition>(account: AccountRef, id: PollId<D>): Promise<PollOf<D>>;
  /**
   * Returns the poll that `ensure` created under a key.
   *
   * @example
   * const poll = await askwell.polls.getByKey<typeof lunch>(account, 'lunch');
   */
  getByKey<D extends PollDefinition = PollDefinition>(account: AccountRef, key: string): Promise<PollOf<D>>;
  /**
   * Lists polls, newest first. Reads them page by page during the iteration. For a user of yours without an account, the list is
   * empty.
   */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<PollOf<PollDefinition>, void>;
  /**
   * Updates a poll. Members that `changes` does not contain stay unchanged. The ID of the result has the type of the new definition.
   *
   * @throws AskwellError with the code `conflict` if existing votes do not allow the change, or `precondition_failed` if the version is not
   * the one in `ifMatch`.
   */
  update<D extends PollDefinition = PollDefinition, const C extends PollChangesDefinition = PollChangesDefinition>(
    account: AccountRef,
    id: PollId<D>,
    changes: CheckedPollChanges<D, C>,
    options?: UpdateOptions,
  ): Promise<PollOf<UpdatedPoll<D, C>>>;
  /**
   * Copies a poll. The copy is a draft with the same definition, without votes, tickets and the key of `ensure`.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   */
  copy<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    draft?: CopyDraft,
  ): Promise<PollOf<D>>;
  /** Deletes a poll and its votes. */
  delete(account: AccountRef, id: PollId): Promise<void>;
  /**
   * Returns the results, of all votes or of those that `where` finds.
   *
   * @example
   * const recent = await askwell.polls.results(account, poll.id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    options?: ResultsOptions,
  ): Promise<PollResultsOf<D>>;
  /** @deprecated Pass the filter as `{ where: filter }`. */
  results<D extends PollDefinition = PollDefinition>(
    account: AccountRef,
    id: PollId<D>,
    choice: AnswerChoice,
  ): Promise<PollResultsOf<D>>;
  /**
   * Returns how many visits saw and started the poll and sent an answer.
   *
   * @param period The period, by full days in UTC. Default: all days.
   * @example
   * const { views, completions } = await askwell.polls.funnel(account, poll.id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(account: AccountRef, id: PollId, period?: FunnelPeriod): Promise<Funnel>;
  /**
   * Counts the answers to two questions of the poll against each other.
   *
   * @param choice The columns of the questions, and the filter of the votes.
   * @throws AskwellError with the code `invalid` if the columns are not two different questions with options.
   * @example
   * const { columns, rows } = await askwell.polls.crossTable(account, poll.id, { rows: 'ratings.o1', columns: 'ratings.o2' });
   */
  crossTable(account: AccountRef, id: PollId, choice: CrossTableChoice): Promise<CrossTable>;
  /**
   * Averages the answers to a question of the poll: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the votes.
   * @throws AskwellError with the code `invalid` if the answers to the question have no average.
   * @example
   * const { average, days } = await askwell.polls.averages(account, poll.id, { question: 'ratings.o1' });
   */
  averages(account: AccountRef, id: PollId, choice: AveragesChoice): Promise<Averages>;
  /**
   * Returns a link to the hosted page that shows a draft to anyone for seven days. Votes for drafts are refused.
   *
   * Without the option `baseUrl`, the link starts with the path.
   */
  previewUrl(account: AccountRef, id: PollId): Promise<string>;
  /** Manages the votes of a poll. */
  readonly votes: VoteApi;
  /** Manages the tickets of a poll with `one_per: 'ticket'`. */
  readonly tickets: TicketApi;
  /** Manages the link that shows the results of a poll to anyone. */
  readonly resultsLink: ResultsLinkApi;
  /** Manages the changes of a poll that are not published. */
  readonly workingCopy: WorkingCopyApi;
  /** Reads and imports the translations of a poll. */
  readonly translations: TranslationApi;

  /** @deprecated Use `votes`. */
  readonly answers: Omit<VoteApi, 'create'>;
  /** @deprecated Use `votes.create`. */
  vote: VoteApi['create'];
  /** @deprecated Use `tickets.create`, which returns an object with `tickets`. */
  issueTickets(account: AccountRef, id: PollId, tickets: number | readonly NewTicket[]): Promise<string[]>;
}

type PollServices = KindServices<PollDraft, PollOwn, PollBody, PollWire>;
type Context = InProcessAnswerOptions;

/**
 * Creates the API of polls. The types of answers and results follow from definitions. The compiler cannot derive them from the
 * stored data, so the implementation has a separate signature.
 */
export function createPollApi(services: PollServices, findScope: FindScope, context: Context): PollApi;
export function createPollApi(services: PollServices, findScope: FindScope, context: Context): object {
  const { named, ...api } = createKindApi(services, findScope, {});
  const create = createInProcessAnswer(services, context);
  return { ...api, votes: { create, ...named }, vote: create } satisfies Record<keyof PollApi, unknown>;
}
