import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { PollDefinition, VoteDraftOf, VoteOf, VoteReceiptOf } from '../definitions/poll.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { AnswerFileQuery, AnswerListQuery } from './queries.js';

/** What visitors answered a poll. */
export class Votes {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Casts a vote, as visitors do: without the key, and within their thirty requests a minute. */
  create<D extends PollDefinition = PollDefinition>(
    pollId: IdOf<D>,
    vote: VoteDraftOf<D>,
    options?: CreateOptions,
  ): Call<VoteReceiptOf<D>> {
    return this.#transport.postOpenly(['polls', pollId, 'votes'], vote, options);
  }

  /** The votes, or those that the query names; the newest first. */
  list<D extends PollDefinition = PollDefinition>(
    pollId: IdOf<D>,
    query?: AnswerListQuery,
    options?: CallOptions,
  ): List<VoteOf<D>> {
    return this.#transport.list(['polls', pollId, 'votes'], query, options);
  }

  /** One vote, as its owner reads it. */
  get<D extends PollDefinition = PollDefinition>(pollId: IdOf<D>, id: string, options?: CallOptions): Call<VoteOf<D>> {
    return this.#transport.get(['polls', pollId, 'votes', id], options);
  }

  /** Deletes one. The results follow, and its visitor may answer again. */
  delete(pollId: string, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes', id], options);
  }

  /** Deletes all of them. */
  reset(pollId: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', pollId, 'votes'], options, { all: true });
  }

  /** All of them as a CSV file, written as it is read. */
  csv(pollId: string, query?: AnswerFileQuery, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['polls', pollId, 'votes'], query, options);
  }

  /** All of them in one reply, read as it comes. */
  jsonl<D extends PollDefinition = PollDefinition>(
    pollId: IdOf<D>,
    query?: AnswerFileQuery,
    options?: CallOptions,
  ): Call<JsonLines<VoteOf<D>>> {
    return this.#transport.jsonl(['polls', pollId, 'votes'], query, options);
  }
}
