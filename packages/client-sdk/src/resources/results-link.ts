import type { AskId, AskKind, ResultsLink } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { CallOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Manages the link that shows the results of a poll, quiz or form to anyone. */
export class ResultsLinks<Kind extends AskKind> {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /**
   * Returns the link. Its `url` is null if no link exists.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  get(askId: AskId<Kind, unknown>, options?: CallOptions): Call<ResultsLink> {
    return this.#transport.get([this.#plural, askId, 'results', 'link'], options);
  }

  /**
   * Creates the link, unless it exists, and returns it.
   *
   * @param askId The ID of the poll, quiz or form.
   *
   * @example
   * const { url } = await askwell.polls.resultsLink.create(poll.id);
   */
  create(askId: AskId<Kind, unknown>, options?: CallOptions): Call<ResultsLink> {
    return this.#transport.post([this.#plural, askId, 'results', 'link'], {}, options);
  }

  /**
   * Withdraws the link. Its URL never works again.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  delete(askId: AskId<Kind, unknown>, options?: CallOptions): Call<void> {
    return this.#transport.delete([this.#plural, askId, 'results', 'link'], options);
  }
}
