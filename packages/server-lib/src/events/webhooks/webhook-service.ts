import type { Clock } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { resolveSite } from '../../core/asks/ask-site.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { SecurityEvents } from '../../owners/security-events/security-events.js';
import type { WebhookChanges, WebhookDraft } from '../../shared/contract/resources.js';
import type { ChangeFeed } from '../feed/change-feed.js';
import { TargetError, type TargetGuard } from './target-guard.js';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhook,
  selectWebhook,
  selectWebhooks,
  updateWebhook,
  type WebhookRow,
} from './webhook-queries.js';
import { creationError, type OpenedWebhook, refusalError, targetFault } from './webhook-resource.js';
import { createWebhookSecret, referenceTo, type SecretBox, webhookIdOf } from './webhook-secret.js';

/** The webhooks of an account. */
export type WebhookService = ReturnType<typeof createWebhookService>;

export interface WebhookServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: SecurityEvents;
  readonly guard: TargetGuard;
  readonly secrets: SecretBox;
  readonly feed: Pick<ChangeFeed, 'head'>;
  /** The maximum number of webhooks of an account. */
  readonly quota: number;
  readonly overlapHours: number;
  /** Makes the sender check for events soon. */
  readonly wake: () => void;
}

/** The conditions and the client of a request that changes webhooks. */
export interface WebhookRequest {
  readonly idempotency?: IdempotentRequest | null;
  /** The client that sends the request, for the security events. */
  readonly client?: string | undefined;
  /** The version that the webhook must have. Null for every version. */
  readonly onlyVersion?: number | null;
}

export function createWebhookService(options: WebhookServiceOptions) {
  const { store, clock, events, guard, secrets, feed } = options;

  async function find(scope: Scope, id: number): Promise<WebhookRow | undefined> {
    return store.read(selectWebhook(scope, id));
  }

  /** Returns the URL in its normal form. Throws a 422 if webhooks cannot be sent to it. */
  async function checkUrl(text: string): Promise<string> {
    try {
      const url = guard.parse(text);
      await guard.resolve(url.hostname);
      return url.href;
    } catch (error) {
      throw error instanceof TargetError ? invalidField('url', targetFault(text, error.problem)) : error;
    }
  }

  /**
   * Returns the webhook that an earlier request with the same `Idempotency-Key` created or rotated, with its secret.
   *
   * @param reference Refers to the secret that the request has created.
   * @throws AskwellError with the code `gone` if the webhook has a newer secret or no longer exists.
   */
  async function reopen(scope: Scope, reference: string): Promise<OpenedWebhook> {
    const row = await find(scope, webhookIdOf(reference));
    if (!row) throw new AskwellError('gone');
    const secret = reference === referenceTo(row) ? secrets.open(row.secret) : undefined;
    if (secret !== undefined) return { row, secret, replayed: true };
    throw new AskwellError('gone', 'The secret that this request has created was replaced. Rotate it again.');
  }

  return {
    find,
    reopen,

    list: (scope: Scope, page: PageRequest): Promise<WebhookRow[]> => store.read(selectWebhooks(scope, page)),

    /** Creates a webhook. */
    async create(scope: Scope, draft: WebhookDraft, request: WebhookRequest = {}): Promise<OpenedWebhook> {
      const { account } = scope;
      const faults = new Faults();
      const site = resolveSite(scope, draft.site_id, faults);
      if (faults.any) throw faults.toError();
      const secret = createWebhookSecret();
      const made = await store.run(createWebhook, {
        account,
        site,
        url: await checkUrl(draft.url),
        description: draft.description ?? null,
        types: JSON.stringify(draft.types ?? []),
        enabled: draft.enabled === false ? 0 : 1,
        secret: secrets.seal(secret),
        position: await feed.head({ account, site }),
        at: clock.now(),
        quota: options.quota,
        idempotency: request.idempotency ?? null,
      });
      if ('refused' in made) throw creationError(made.refused, options.quota);
      if (made.replayed) return reopen(scope, made.resource);
      const { id, url } = made.row;
      events.record({ kind: 'webhook_created', account, client: request.client, subject: { id, name: url } });
      options.wake();
      return { row: made.row, secret, replayed: false };
    },

    /**
     * Updates a webhook.
     *
     * @throws AskwellError if it has another version than `onlyVersion`.
     */
    async update(scope: Scope, found: WebhookRow, changes: WebhookChanges, request: WebhookRequest = {}) {
      // An unchanged URL is not resolved, because its host may be temporarily unavailable.
      const { url, types, enabled, description } = changes;
      const outcome = await store.run(updateWebhook, {
        account: scope.account,
        id: found.id,
        onlyVersion: request.onlyVersion ?? null,
        at: clock.now(),
        url: url === undefined || url === found.url ? null : await checkUrl(url),
        types: types === undefined ? null : JSON.stringify(types ?? []),
        enabled: enabled === undefined ? null : enabled ? 1 : 0,
        description,
        head: await feed.head({ account: scope.account, site: found.site_id }),
      });
      if ('refused' in outcome) throw refusalError(outcome);
      if (outcome.url !== found.url) {
        const subject = { id: found.id, name: outcome.url };
        events.record({ kind: 'webhook_moved', account: scope.account, client: request.client, subject });
      }
      options.wake();
      return outcome;
    },

    /** Replaces the secret of a webhook. For some time, messages are also signed with the previous secret. */
    async rotate(scope: Scope, found: WebhookRow, request: WebhookRequest = {}): Promise<OpenedWebhook> {
      const { account } = scope;
      const secret = createWebhookSecret();
      const at = clock.now();
      const outcome = await store.run(rotateWebhook, {
        account,
        id: found.id,
        onlyVersion: request.onlyVersion ?? null,
        at,
        secret: secrets.seal(secret),
        until: at + options.overlapHours * 3_600_000_000,
        idempotency: request.idempotency ?? null,
      });
      if ('refused' in outcome) throw refusalError(outcome);
      if (outcome.replayed) return reopen(scope, outcome.resource);
      const subject = { id: found.id, name: found.url };
      events.record({ kind: 'webhook_secret_rotated', account, client: request.client, subject });
      return { row: outcome.row, secret, replayed: false };
    },

    /** Deletes a webhook with its deliveries. */
    async delete(scope: Scope, { id, url }: WebhookRow, request: WebhookRequest = {}): Promise<void> {
      const { account } = scope;
      const target = { account, id, onlyVersion: request.onlyVersion ?? null };
      for (let isAnyLeft = true; isAnyLeft; ) {
        const outcome = await store.run(deleteWebhook, target);
        if ('refused' in outcome) throw refusalError(outcome);
        isAnyLeft = outcome.isAnyLeft;
      }
      events.record({ kind: 'webhook_deleted', account, client: request.client, subject: { id, name: url } });
    },
  };
}
