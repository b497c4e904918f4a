import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type {
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDraft,
  WebhookWithSecret,
} from '../../shared/contract/resources.js';
import type { ListOrder, UpdateOptions } from '../operations/call-operation.js';

/** Reads the deliveries of a webhook of an account, and sends them again. */
export interface DeliveryApi {
  /** Lists the deliveries of a webhook, newest first: the latest 500 that ended in the last 30 days, and all that are pending. */
  list(account: AccountRef, id: number, choice?: ListOrder): AsyncGenerator<WebhookDelivery, void>;
  /**
   * Returns a delivery.
   *
   * @throws AskwellError with the code `not_found` if the webhook has no such delivery.
   */
  get(account: AccountRef, id: number, delivery: number): Promise<WebhookDelivery>;
  /**
   * Sends the event of a delivery again, once, with its content as it is now. Returns the new delivery, which is pending.
   *
   * @throws AskwellError with the code `conflict` if the webhook is disabled, or too many replays and tests are waiting.
   */
  replay(account: AccountRef, id: number, delivery: number, options?: UpdateOptions): Promise<WebhookDelivery>;
}

/**
 * Manages the webhooks of an account from the host's own code. Failures are thrown as {@link AskwellError}. An event has the same ID for
 * all its deliveries.
 */
export interface WebhookApi {
  /**
   * Creates a webhook. Events are sent from now on. Only `create` and `rotate` return the secret.
   *
   * @throws AskwellError with the code `invalid`, or `conflict` if the account has the maximum number of webhooks.
   * @example
   * const { id, secret } = await askwell.webhooks.create(account, {
   *   url: 'https://example.com/askwell-events',
   *   types: ['answer.created'],
   * });
   */
  create(account: AccountRef, draft: WebhookDraft): Promise<WebhookWithSecret>;
  /**
   * Returns a webhook without its secret.
   *
   * @throws AskwellError with the code `not_found` if the account has no such webhook.
   */
  get(account: AccountRef, id: number): Promise<Webhook>;
  /** Lists all webhooks of the account, newest first. Reads them in pages during the iteration. */
  list(account: AccountRef, choice?: ListOrder): AsyncGenerator<Webhook, void>;
  /**
   * Updates a webhook. Absent members keep their values.
   *
   * @throws AskwellError with the code `invalid`, `not_found` if the account has no such webhook, or `precondition_failed` if the
   * webhook has another version than `ifMatch`.
   */
  update(account: AccountRef, id: number, changes: WebhookChanges, options?: UpdateOptions): Promise<Webhook>;
  /** Deletes a webhook with its deliveries. Events that are waiting are not sent. */
  delete(account: AccountRef, id: number, options?: UpdateOptions): Promise<void>;
  /** Replaces the secret of a webhook, and returns the new one. For some time, messages are signed with both secrets. */
  rotate(account: AccountRef, id: number, options?: UpdateOptions): Promise<WebhookWithSecret>;
  /**
   * Sends a message of the type `webhook.test` once, and waits up to 3 seconds for its outcome.
   *
   * @throws AskwellError with the code `conflict` if the webhook is disabled, or too many replays and tests are waiting.
   */
  test(account: AccountRef, id: number, options?: UpdateOptions): Promise<WebhookDelivery>;
  /** The deliveries of a webhook. */
  readonly deliveries: DeliveryApi;
}
