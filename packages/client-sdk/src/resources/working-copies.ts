import type { AskId, AskKind, WorkingCopy, WorkingCopyChanges } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { CallOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Manages the changes of a poll, quiz or form that are not published. The editor of the dashboard shows the same changes. */
export class WorkingCopies<Kind extends AskKind> {
  readonly #transport: Transport;
  readonly #plural: string;

  /** @internal */
  constructor(transport: Transport, plural: string) {
    this.#transport = transport;
    this.#plural = plural;
  }

  /**
   * Returns the changes, or the definition if there are no changes.
   *
   * @param askId The ID of the poll, quiz or form.
   */
  get(askId: AskId<Kind, unknown>, options?: CallOptions): Call<WorkingCopy> {
    return this.#transport.get([this.#plural, askId, 'working-copy'], options);
  }

  /**
   * Saves changes, publishes them, or both. Valid changes of a draft are published at once.
   *
   * @param askId The ID of the poll, quiz or form.
   * @throws {@link PreconditionError} if `revision` is not the current one.
   * @throws {@link ConflictError} if existing answers do not allow a change that is to be published.
   *
   * @example
   * const { revision, definition } = await askwell.polls.workingCopy.get(poll.id);
   * const changes = { revision, definition: { ...definition, title: 'Dinner?' }, publish: true };
   * await askwell.polls.workingCopy.update(poll.id, changes);
   */
  update(askId: AskId<Kind, unknown>, changes: WorkingCopyChanges, options?: UpdateOptions): Call<WorkingCopy> {
    return this.#transport.patch([this.#plural, askId, 'working-copy'], changes, options);
  }

  /**
   * Discards the changes.
   *
   * @param askId The ID of the poll, quiz or form.
   * @param choice The `revision` of the changes.
   * @throws {@link PreconditionError} if `revision` is not the current one.
   */
  delete(askId: AskId<Kind, unknown>, choice: { revision: string }, options?: CallOptions): Call<void> {
    return this.#transport.delete([this.#plural, askId, 'working-copy'], options, choice);
  }
}
