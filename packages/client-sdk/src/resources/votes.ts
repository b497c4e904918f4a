import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { PollDefinition, VoteDraftOf, VoteOf, VoteReceiptOf } from '../definitions/poll.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { AnswerFileQuery, AnswerListQuery } from './queries.js';

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
    pollId: IdOf<D>,
    vote: VoteDraftOf<D>,
    options?: CreateOptions,
  ): Call<VoteReceiptOf<D>> {
    return this.#transport.postPublic(['polls', pollId, 'votes'], vote, options);
  }

  /**
   * Lists the votes, the newest first.
   *
   * @param query Filters, the order and the page size.
   */
  list<D extends PollDefinition = PollDefinition>(
    pollId: IdOf<D>,
    query?: AnswerListQuery,
    options?: CallOptions,
  ): List<VoteOf<D>> {
    return this.#transport.list(['polls', pollId, 'votes'], query, options);
  }

  /**
   * Returns a vote.
   *
   * @throws {@link NotFoundError} if the vote does not exist.
   */
  get<D extends PollDefinition = PollDefinition>(pollId: IdOf<D>, id: string, options?: CallOptions): Call<VoteOf<D>> {
    return this.#transport.get(['polls', pollId, 'votes', id], options);
  }

  /**
   * Deletes a vote and updates the results. The visitor may answer again.
   *
   * @throws {@link NotFoundError} if the vote does not exist.
   */
  delete(pollId: string, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes', id], options);
  }

  /** Deletes all votes. */
  reset(pollId: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes'], options, { all: true });
  }

  /**
   * Downloads the votes as a CSV file. The result is a stream.
   *
   * @example
   * await pipeline(await askwell.polls.votes.csv(id), createWriteStream('votes.csv'));
   */
  csv(pollId: string, query?: AnswerFileQuery, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['polls', pollId, 'votes'], query, options);
  }

  /**
   * Streams all votes in one response, as JSON Lines.
   *
   * @example
   * for await (const vote of await askwell.polls.votes.jsonl(id)) console.log(vote.id);
   */
  jsonl<D extends PollDefinition = PollDefinition>(
    pollId: IdOf<D>,
    query?: AnswerFileQuery,
    options?: CallOptions,
  ): Call<JsonLines<VoteOf<D>>> {
    return this.#transport.jsonl(['polls', pollId, 'votes'], query, options);
  }
}
