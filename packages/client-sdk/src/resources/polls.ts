import type {
  Averages,
  CheckedPoll,
  CheckedPollChanges,
  CopyDraft,
  CrossTable,
  Funnel,
  PollChangesDefinition,
  PollDefinition,
  PollId,
  PollOf,
  PollResultsOf,
  UpdatedPoll,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import type { AskQuery, AveragesChoice, CrossTableChoice, FunnelPeriod, ResultsOptions, VoteQuery } from './queries.js';
import { ResultsLinks } from './results-link.js';
import { Tickets } from './tickets.js';
import { Translations } from './translations.js';
import { Votes } from './votes.js';
import { WorkingCopies } from './working-copies.js';

/** Manages polls: one question with options to choose, rank or rate. */
export class Polls {
  readonly #transport: Transport;
  /** Manages the votes of a poll. */
  readonly votes: Votes;
  /** Manages the tickets of a poll with `one_per: 'ticket'`. */
  readonly tickets: Tickets<'poll'>;
  /** Manages the link that shows the results of a poll to anyone. */
  readonly resultsLink: ResultsLinks<'poll'>;
  /** Manages the changes of a poll that are not published. */
  readonly workingCopy: WorkingCopies<'poll'>;
  /** Reads and imports the translations of a poll. */
  readonly translations: Translations<'poll'>;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.votes = new Votes(transport);
    this.tickets = new Tickets(transport, 'polls');
    this.resultsLink = new ResultsLinks(transport, 'polls');
    this.workingCopy = new WorkingCopies(transport, 'polls');
    this.translations = new Translations(transport, 'polls');
  }

  /**
   * Creates a poll. The ID of the result has the type of the definition, so that votes and results are typed too.
   *
   * @throws {@link ValidationError} if the definition is invalid.
   *
   * @example
   * const poll = await askwell.polls.create({ title: 'Lunch?', options: ['Soup', 'Salad'] });
   */
  create<const D extends PollDefinition>(definition: CheckedPoll<D>, options?: CreateOptions): Call<PollOf<D>> {
    return this.#transport.post(['polls'], definition, options);
  }

  /**
   * Lists the polls that the API key has access to, the newest first.
   *
   * @param query Filters, the order and the page size.
   *
   * @example
   * for await (const poll of askwell.polls.list({ status: 'open' })) console.log(poll.title);
   */
  list(query?: AskQuery, options?: CallOptions): List<PollOf<PollDefinition>> {
    return this.#transport.list(['polls'], query, options);
  }

  /**
   * Returns a poll.
   *
   * @throws {@link NotFoundError} if the poll does not exist.
   */
  get<D extends PollDefinition = PollDefinition>(id: PollId<D>, options?: CallOptions): Call<PollOf<D>> {
    return this.#transport.get(['polls', id], options);
  }

  /**
   * Updates a poll. Fields that `changes` does not contain keep their values. An array replaces the whole array; its items
   * are matched by ID. The ID of the result has the type of the new definition. Use it for the calls that follow.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link ConflictError} if existing answers do not allow the change.
   * @throws {@link PreconditionError} if the poll has changed since the version in `ifMatch`.
   *
   * @example
   * await askwell.polls.update(poll.id, { status: 'closed' }, { ifMatch: poll.version });
   */
  update<D extends PollDefinition = PollDefinition, const C extends PollChangesDefinition = PollChangesDefinition>(
    id: PollId<D>,
    changes: CheckedPollChanges<D, C>,
    options?: UpdateOptions,
  ): Call<PollOf<UpdatedPoll<D, C>>> {
    return this.#transport.patch(['polls', id], changes, options);
  }

  /**
   * Copies a poll. The copy is a draft with the same definition, without votes and tickets.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   * @throws {@link NotFoundError} if the poll does not exist.
   *
   * @example
   * const copy = await askwell.polls.copy(poll.id, { title: 'Next month' });
   */
  copy<D extends PollDefinition = PollDefinition>(
    id: PollId<D>,
    draft: CopyDraft = {},
    options?: CreateOptions,
  ): Call<PollOf<D>> {
    return this.#transport.post(['polls', id, 'copy'], draft, options);
  }

  /**
   * Deletes a poll and its votes.
   *
   * @throws {@link NotFoundError} if the poll does not exist.
   */
  delete(id: PollId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', id], options);
  }

  /**
   * Returns the results of a poll, of all votes or of some.
   *
   * @example
   * const recent = await askwell.polls.results(id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends PollDefinition = PollDefinition>(
    id: PollId<D>,
    { where, ...options }: ResultsOptions<VoteQuery> = {},
  ): Call<PollResultsOf<D>> {
    return this.#transport.get(['polls', id, 'results'], options, where);
  }

  /**
   * Returns how many visits saw and started a poll and sent an answer.
   *
   * @param period The period, by full days in UTC. Default: all days.
   *
   * @example
   * const { views, completions } = await askwell.polls.funnel(id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(id: PollId, period?: FunnelPeriod, options?: CallOptions): Call<Funnel> {
    return this.#transport.get(['polls', id, 'funnel'], options, period);
  }

  /**
   * Counts the answers to two questions of a poll against each other.
   *
   * @param choice The columns of the questions, and the filter of the votes.
   * @throws {@link ValidationError} if the columns are not two different questions with options.
   *
   * @example
   * const { columns, rows } = await askwell.polls.crossTable(id, { rows: 'ratings.o1', columns: 'ratings.o2' });
   */
  crossTable(
    id: PollId,
    { where, ...questions }: CrossTableChoice<VoteQuery>,
    options?: CallOptions,
  ): Call<CrossTable> {
    return this.#transport.get(['polls', id, 'cross-table'], options, { ...where, ...questions });
  }

  /**
   * Averages the answers to a question of a poll: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the votes.
   * @throws {@link ValidationError} if the answers to the question have no average.
   *
   * @example
   * const { average, days } = await askwell.polls.averages(id, { question: 'ratings.o1' });
   */
  averages(id: PollId, { where, question }: AveragesChoice<VoteQuery>, options?: CallOptions): Call<Averages> {
    return this.#transport.get(['polls', id, 'averages'], options, { ...where, question });
  }
}
