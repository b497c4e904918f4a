import type {
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDraft,
  WebhookWithSecret,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { WebhookEvent } from '../events/event-types.js';
import type { List, ListQuery } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import { verifyWebhook, type WebhookHeaders } from '../webhooks/verify-webhook.js';

/** Manages webhooks: URLs to which the server sends events. Verifies their messages. */
export class Webhooks {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a webhook. Only this response contains its secret.
   *
   * @throws {@link ValidationError} if a value is invalid, or the host of the URL is not public.
   *
   * @example
   * const { secret } = await askwell.webhooks.create({ url: 'https://example.com/askwell', types: ['answer.created'] });
   */
  create(draft: WebhookDraft, options?: CreateOptions): Call<WebhookWithSecret> {
    return this.#transport.post(['webhooks'], draft, options);
  }

  /** Lists the webhooks that the API key has access to, the newest first. */
  list(query?: ListQuery, options?: CallOptions): List<Webhook> {
    return this.#transport.list(['webhooks'], query, options);
  }

  /**
   * Returns a webhook.
   *
   * @throws {@link NotFoundError} if the webhook does not exist.
   */
  get(id: number, options?: CallOptions): Call<Webhook> {
    return this.#transport.get(['webhooks', id], options);
  }

  /** Updates a webhook. Fields that `changes` does not contain keep their values. */
  update(id: number, changes: WebhookChanges, options?: UpdateOptions): Call<Webhook> {
    return this.#transport.patch(['webhooks', id], changes, options);
  }

  /** Deletes a webhook and its deliveries. */
  delete(id: number, options?: CallOptions): Call<void> {
    return this.#transport.delete(['webhooks', id], options);
  }

  /** Gives a webhook a new secret. Only this response contains it. For a day, messages are signed with the old secret too. */
  rotate(id: number, options?: CreateOptions): Call<WebhookWithSecret> {
    return this.#transport.post(['webhooks', id, 'rotate'], {}, options);
  }

  /** Sends a test message to a webhook, and returns the delivery with its outcome. */
  test(id: number, options?: CreateOptions): Call<WebhookDelivery> {
    return this.#transport.post(['webhooks', id, 'test'], {}, options);
  }

  /** Lists the deliveries of a webhook, the newest first. */
  deliveries(id: number, query?: ListQuery, options?: CallOptions): List<WebhookDelivery> {
    return this.#transport.list(['webhooks', id, 'deliveries'], query, options);
  }

  /**
   * Returns a delivery.
   *
   * @throws {@link NotFoundError} if the delivery no longer exists.
   */
  delivery(id: number, delivery: number, options?: CallOptions): Call<WebhookDelivery> {
    return this.#transport.get(['webhooks', id, 'deliveries', delivery], options);
  }

  /** Sends a delivery again, and returns the new delivery with its outcome. */
  replay(id: number, delivery: number, options?: CreateOptions): Call<WebhookDelivery> {
    return this.#transport.post(['webhooks', id, 'deliveries', delivery, 'replay'], {}, options);
  }

  /**
   * Verifies a message of a webhook, as Standard Webhooks defines it, and returns its event. Programs without an API key use
   * {@link verifyWebhook}.
   *
   * @param body The body as it was received. Parsed and serialized again, it has another signature.
   * @param headers The headers of the request.
   * @param secret The secret of the webhook: `whsec_…`.
   * @throws {@link WebhookVerificationError} if the message is not authentic, or more than five minutes old.
   *
   * @example
   * const event = await askwell.webhooks.verify(await request.text(), request.headers, secret);
   */
  verify(body: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<WebhookEvent> {
    return verifyWebhook(body, headers, secret);
  }
}
