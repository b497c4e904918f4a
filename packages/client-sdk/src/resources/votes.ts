import type {
  AnswerChanges,
  BatchResult,
  InBatch,
  NotedAnswer,
  PollDefinition,
  PollId,
  VoteDraftOf,
  VoteOf,
  VoteReceiptOf,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { BatchCallOptions } from './batch.js';
import type { AnswerFileQuery, AnswerListQuery, VoteQuery } from './queries.js';

/** Manages the votes of a poll. */
export class Votes {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Casts a vote. Sent without the API key, like the requests of visitors, and subject to their rate limit of 30
   * requests per minute and address.
   *
   * @throws {@link ValidationError} if the vote is invalid.
   * @throws {@link ConflictError} if the poll is closed or full, or the visitor has already answered.
   *
   * @example
   * await askwell.polls.votes.create(poll.id, { choices: ['o1'] });
   */
  create<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    vote: VoteDraftOf<D>,
    options?: CreateOptions,
  ): Call<VoteReceiptOf<D>> {
    return this.#transport.postPublic(['polls', pollId, 'votes'], vote, options);
  }

  /**
   * Records up to 1,000 votes in order, and returns a result for each. Sent with the API key, and without the rate limit
   * of visitors. A vote with the same `id` is recorded once within 24 hours.
   *
   * @throws {@link ValidationError} if the batch is invalid, or with `atomic` if one of the votes is refused.
   *
   * @example
   * const results = await askwell.polls.votes.batch(poll.id, [{ choices: ['o1'], id: 'paper-17' }]);
   * console.log(failuresOf(results));
   */
  batch<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    votes: readonly InBatch<VoteDraftOf<D>>[],
    { atomic, receipts, ...options }: BatchCallOptions = {},
  ): Call<BatchResult[]> {
    return this.#transport.post(['polls', pollId, 'votes', 'batch'], { answers: votes, atomic, receipts }, options);
  }

  /**
   * Lists the votes, the newest first.
   *
   * @param query Filters, the order and the page size.
   */
  list<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    query?: AnswerListQuery<VoteQuery>,
    options?: CallOptions,
  ): List<NotedAnswer<VoteOf<D>>> {
    return this.#transport.list(['polls', pollId, 'votes'], query, options);
  }

  /**
   * Returns a vote.
   *
   * @throws {@link NotFoundError} if the vote does not exist.
   */
  get<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    id: string,
    options?: CallOptions,
  ): Call<NotedAnswer<VoteOf<D>>> {
    return this.#transport.get(['polls', pollId, 'votes', id], options);
  }

  /**
   * Sets the tags and the note of a vote. Absent properties keep their values. Visitors do not see them.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link NotFoundError} if the vote does not exist.
   *
   * @example
   * await askwell.polls.votes.update(poll.id, vote.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    id: string,
    changes: AnswerChanges,
    options?: CallOptions,
  ): Call<NotedAnswer<VoteOf<D>>> {
    return this.#transport.patch(['polls', pollId, 'votes', id], changes, options);
  }

  /**
   * Deletes a vote and updates the results. The visitor may answer again.
   *
   * @throws {@link NotFoundError} if the vote does not exist.
   */
  delete(pollId: PollId, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes', id], options);
  }

  /**
   * Deletes the votes that a filter finds, and updates the results. Visitors may answer again.
   *
   * @throws {@link ValidationError} if the filter is empty or does not fit.
   *
   * @example
   * await askwell.polls.votes.deleteWhere(id, { choice: 'o1' });
   */
  deleteWhere(pollId: PollId, where: VoteQuery, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes'], options, where);
  }

  /** Deletes all votes. */
  reset(pollId: PollId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes'], options, { all: true });
  }

  /**
   * Downloads the votes as a CSV file. The result is a stream.
   *
   * @example
   * await pipeline(await askwell.polls.votes.csv(id), createWriteStream('votes.csv'));
   */
  csv(pollId: PollId, query?: AnswerFileQuery<VoteQuery>, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['polls', pollId, 'votes'], query, options);
  }

  /**
   * Streams all votes in one response, as JSON Lines.
   *
   * @example
   * for await (const vote of await askwell.polls.votes.jsonl(id)) console.log(vote.id);
   */
  jsonl<D extends PollDefinition = PollDefinition>(
    pollId: PollId<D>,
    query?: AnswerFileQuery<VoteQuery>,
    options?: CallOptions,
  ): Call<JsonLines<NotedAnswer<VoteOf<D>>>> {
    return this.#transport.jsonl(['polls', pollId, 'votes'], query, options);
  }
}
