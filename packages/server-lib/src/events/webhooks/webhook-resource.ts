import { formatTimestamp } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { hasCredentials } from '../../base/validation/web-url.js';
import { unknownSiteError } from '../../core/asks/ask-site.js';
import { quotaError } from '../../core/quotas.js';
import type { Webhook, WebhookWithSecret } from '../../shared/contract/resources.js';
import { type Fault, type FaultCode, fault } from '../../shared/faults/fault.js';
import type { TargetProblem } from './target-guard.js';
import type { WebhookRefusal, WebhookRow } from './webhook-queries.js';

/** A webhook with its secret. */
export interface OpenedWebhook {
  readonly row: WebhookRow;
  readonly secret: string;
  readonly replayed: boolean;
}

const faultOfProblem = {
  invalid_url: 'invalid_webhook_url',
  needs_https: 'needs_https',
  unreachable_host: 'unreachable_host',
} as const satisfies Record<TargetProblem, FaultCode>;

/** Returns the fault of a URL to which no webhook is sent. */
export function targetFault(url: string, problem: TargetProblem): Fault {
  return fault(hasCredentials(url) ? 'url_with_credentials' : faultOfProblem[problem]);
}

/** Returns the error for a webhook that was not created. */
export function creationError(refused: 'mismatch' | 'unknown_account' | 'unknown_site' | 'too_many', quota: number) {
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  if (refused === 'unknown_site') return unknownSiteError();
  if (refused === 'unknown_account') return new AskwellError('not_found', 'Account not found.');
  return quotaError({ quota: 'webhooks', wouldBe: quota + 1, limit: quota });
}

/** Returns the error for a webhook that was deleted, was changed at the same time, or has no secret. */
export function refusalError({
  refused,
}: {
  readonly refused: WebhookRefusal['refused'] | 'mismatch' | 'no_secret';
}): AskwellError {
  if (refused === 'mismatch') return new AskwellError('idempotency_mismatch');
  if (refused === 'no_secret')
    return new AskwellError('conflict', 'This webhook was imported without a secret. Rotate its secret first.');
  return new AskwellError(refused === 'stale' ? 'precondition_failed' : 'not_found');
}

/** Returns a webhook as clients see it. */
export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    site_id: row.site_id,
    types: JSON.parse(row.types),
    enabled: row.enabled === 1,
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
    version: row.version,
  };
}

/** Returns a webhook with its secret, which is shown only once. */
export function toWebhookWithSecret({ row, secret }: OpenedWebhook): WebhookWithSecret {
  return { ...toWebhook(row), secret };
}
