import type { PollChanges } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { Immutable } from '../definitions/immutable.js';
import type { CheckedPoll, PollDefinition, PollOf, PollResultsOf } from '../definitions/poll.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import type { AskQuery } from './queries.js';
import { Tickets } from './tickets.js';
import { Votes } from './votes.js';

/** Polls ask one question with options. */
export class Polls {
  readonly #transport: Transport;
  /** What visitors answered. */
  readonly votes: Votes;
  /** Codes that answer once each. */
  readonly tickets: Tickets;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.votes = new Votes(transport);
    this.tickets = new Tickets(transport, 'polls');
  }

  /** Makes a poll. What its votes may be follows from the definition, and its id knows. */
  create<const D extends PollDefinition>(definition: CheckedPoll<D>, options?: CreateOptions): Call<PollOf<D>> {
    return this.#transport.post(['polls'], definition, options);
  }

  /** All polls that the key opens, or those that the query names; the newest first. */
  list(query?: AskQuery, options?: CallOptions): List<PollOf<PollDefinition>> {
    return this.#transport.list(['polls'], query, options);
  }

  /** One poll, as its owner reads it. */
  get<D extends PollDefinition = PollDefinition>(id: IdOf<D>, options?: CallOptions): Call<PollOf<D>> {
    return this.#transport.get(['polls', id], options);
  }

  /** Changes what is given and leaves the rest. A list is replaced as a whole; what stays in it goes by its id. */
  update<D extends PollDefinition = PollDefinition>(
    id: IdOf<D>,
    changes: Immutable<PollChanges>,
    options?: UpdateOptions,
  ): Call<PollOf<D>> {
    return this.#transport.patch(['polls', id], changes, options);
  }

  /** Deletes it with its votes. */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['polls', id], options);
  }

  /** What the votes add up to. */
  results<D extends PollDefinition = PollDefinition>(id: IdOf<D>, options?: CallOptions): Call<PollResultsOf<D>> {
    return this.#transport.get(['polls', id, 'results'], options);
  }
}
