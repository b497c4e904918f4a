import type { Micros } from '../clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../store/idempotency.js';
import { lockAccount, lockSite } from '../store/locks.js';
import { type Operation, write } from '../store/operation.js';
import { one } from '../store/sql/statement.js';
import { referenceTo } from './secret-reference.js';
import { countWebhooks, insertWebhook, type WebhookRow, type WebhookValues } from './webhook-queries.js';

export interface NewWebhook extends Omit<WebhookValues, 'createdAt' | 'updatedAt'> {
  readonly at: Micros;
  /** The maximum number of webhooks of an account. */
  readonly quota: number;
  readonly idempotency: IdempotentRequest | null;
}

/** Creates a webhook. It gets the events from now on. */
export const createWebhook = write('webhooks.create', (input: NewWebhook) =>
  createOnce(input.idempotency, () => insertOwned(input)),
);

function* insertOwned(
  input: NewWebhook,
): Operation<CreationOutcome<'unknown_account' | 'unknown_site' | 'too_many', WebhookRow>> {
  const { account, site, at } = input;
  yield* lockAccount(account);
  // It may have been deleted since the key was verified.
  if (!(yield* one`select 1 from askwell_accounts where id = ${account} and closed_at is null`))
    return { refused: 'unknown_account' };
  if (site !== null) {
    yield* lockSite(site);
    const owned = yield* one`select 1 from askwell_sites where id = ${site} and account_id = ${account}`;
    if (!owned) return { refused: 'unknown_site' };
  }
  if ((yield* countWebhooks(account)) >= input.quota) return { refused: 'too_many' };
  const row = yield* insertWebhook({ ...input, createdAt: at, updatedAt: at });
  return { resource: referenceTo(row), row };
}
