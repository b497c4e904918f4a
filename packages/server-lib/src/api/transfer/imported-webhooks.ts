import { parseTime } from '../../base/validation/time.js';
import type { QuotaExceeded, Quotas } from '../../core/quotas.js';
import type { Operation } from '../../db/operation.js';
import { countWebhooks, insertWebhook, type WebhookValues } from '../../events/webhooks/webhook-queries.js';
import type { WebhookLine } from './export-format.js';

/** A webhook as it is published. `site` is the position in the list of sites, and later the ID. */
export type PublishedWebhook = Pick<
  WebhookValues,
  'url' | 'description' | 'types' | 'site' | 'createdAt' | 'updatedAt'
>;

/** @param site The position of its site in the list of sites. */
export function toPublishedWebhook(
  { url, description, types, created_at, updated_at }: WebhookLine,
  site: number | null,
): PublishedWebhook {
  return {
    url,
    description,
    types: JSON.stringify(types),
    site,
    createdAt: parseTime(created_at) ?? 0,
    updatedAt: parseTime(updated_at) ?? 0,
  };
}

/** Returns the quota that more webhooks would exceed. */
export function* exceedsWebhooks(
  account: number,
  added: number,
  { webhooks: limit }: Pick<Quotas, 'webhooks'>,
): Operation<QuotaExceeded | undefined> {
  if (added === 0) return undefined;
  const wouldBe = (yield* countWebhooks(account)) + added;
  return wouldBe > limit ? { quota: 'webhooks', wouldBe, limit } : undefined;
}

const noSecret = new Uint8Array();

/**
 * Inserts webhooks that send nothing: they are disabled, and have no secret until their owner rotates it. The position is set when
 * they are enabled.
 */
export function* insertWebhooks(account: number, webhooks: readonly PublishedWebhook[]): Operation<void> {
  for (const webhook of webhooks)
    yield* insertWebhook({ ...webhook, account, enabled: 0, secret: noSecret, position: '' });
}
