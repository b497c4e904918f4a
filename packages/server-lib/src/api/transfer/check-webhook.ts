import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import { parseTargetUrl } from '../../events/webhooks/target-guard.js';
import { targetFault } from '../../events/webhooks/webhook-resource.js';
import { webhookChanges } from '../../events/webhooks/webhook-schema.js';
import type { WebhookLine } from './export-format.js';

/**
 * Checks a webhook of a file, and normalizes it. Whether its host has allowed addresses is checked when an event is sent.
 *
 * @throws AskwellError with the code `invalid` if it could not have been created.
 */
export function checkWebhook(line: WebhookLine): WebhookLine {
  const { url, description, types } = line;
  const checked = check(webhookChanges, { url, description, types });
  const parsed = parseTargetUrl(checked.url ?? '');
  if (!parsed) throw invalidField('url', targetFault(checked.url ?? '', 'invalid_url'));
  return { ...line, url: parsed.href, description: checked.description ?? null, types: checked.types ?? [] };
}
