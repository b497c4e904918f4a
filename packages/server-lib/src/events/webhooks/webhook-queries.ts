import type { Micros } from '../../base/clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAccount, lockSite, lockWebhooks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { type PageRequest, pageClause } from '../../db/paging.js';
import { all, type Fragment, one, run, sql } from '../../db/sql/statement.js';
import type { Scope } from '../../owners/access/scope.js';
import { deleteWebhookRows } from '../../owners/removal/remove-access.js';
import { referenceTo } from './webhook-secret.js';

/** The reason why a webhook was disabled, unless its owner disabled it: the URL returned 410, or failed for a long time. */
export type DisabledReason = 'gone' | 'failing';

export interface WebhookRow {
  id: number;
  url: string;
  description: string | null;
  site_id: number | null;
  /** A JSON list. */
  types: string;
  /** 1 or 0. */
  enabled: number;
  disabled_reason: DisabledReason | null;
  /** Encrypted. Empty after an import, until it is rotated. */
  secret: Uint8Array;
  created_at: Micros;
  updated_at: Micros;
  version: number;
}

/** The columns of a {@link WebhookRow}. */
export const webhookColumns = sql`id, url, description, site_id, types, enabled, disabled_reason, secret, created_at, updated_at,
  version`;

/** A webhook of an account, and the version that it must have. Null for every version. */
export interface WebhookTarget {
  readonly account: number;
  readonly id: number;
  readonly onlyVersion: number | null;
}

export interface WebhookUpdate extends WebhookTarget {
  readonly at: Micros;
  /** Null keeps the value. */
  readonly url: string | null;
  readonly types: string | null;
  readonly enabled: number | null;
  /** Undefined keeps the value. */
  readonly description: string | null | undefined;
  /** The end of the log of changes, for a webhook that is enabled again. */
  readonly head: string;
}

export type WebhookRefusal = { readonly refused: 'unknown' | 'stale' };

/**
 * Updates a webhook. A webhook that is enabled again gets only later events. Refuses to enable an imported webhook without a
 * secret.
 */
export const updateWebhook = write('webhooks.update', function* (input: WebhookUpdate): Operation<
  WebhookRow | WebhookRefusal | { readonly refused: 'no_secret' }
> {
  const { id, at, head } = input;
  const found = yield* lockTarget(input);
  if ('refused' in found) return found;
  const next = {
    url: input.url ?? found.url,
    types: input.types ?? found.types,
    enabled: input.enabled ?? found.enabled,
    description: input.description === undefined ? found.description : input.description,
  };
  const isSame = Object.entries(next).every(([name, value]) => Reflect.get(found, name) === value);
  if (isSame) return found;
  if (found.enabled === 0 && next.enabled === 1) {
    if (found.secret.length === 0) return { refused: 'no_secret' };
    yield* run`
        update askwell_webhooks set position = ${head}, seen_seq = 0, wake_at = 0, failing_since = null, disabled_reason = null
        where id = ${id}`;
  }
  if (next.enabled === 0) yield* failPending(id, at);
  const row = yield* one<WebhookRow>`
      update askwell_webhooks set url = ${next.url}, types = ${next.types}, enabled = ${next.enabled},
        description = ${next.description}, updated_at = ${at}, version = version + 1
      where id = ${id} returning ${webhookColumns}`;
  return row ?? { refused: 'unknown' };
});

/** Locks a webhook, and returns it if it has the required version. */
export function* lockTarget({ account, id, onlyVersion }: WebhookTarget): Operation<WebhookRow | WebhookRefusal> {
  yield* lockWebhooks([id]);
  const row = yield* one<WebhookRow>`
    select ${webhookColumns} from askwell_webhooks where id = ${id} and account_id = ${account}`;
  if (!row) return { refused: 'unknown' };
  return onlyVersion === null || row.version === onlyVersion ? row : { refused: 'stale' };
}

/** Fails all pending deliveries of a webhook that is disabled. They can be replayed. */
export function failPending(id: number, at: Micros) {
  return run`
    update askwell_deliveries set status = 'failed', due_at = null, problem = coalesce(problem, 'disabled'),
      attempted_at = coalesce(attempted_at, ${at})
    where webhook_id = ${id} and status = 'pending'`;
}

/** Selects a webhook of the account and, if the scope names one, of its site. */
export function selectWebhook(scope: Scope, id: number): Operation<WebhookRow | undefined> {
  return one<WebhookRow>`
    select ${webhookColumns} from askwell_webhooks where id = ${id} and account_id = ${scope.account} ${ofSite(scope)}`;
}

/** Selects a page of webhooks. */
export function selectWebhooks(scope: Scope, page: PageRequest): Operation<WebhookRow[]> {
  return all<WebhookRow>`
    select ${webhookColumns} from askwell_webhooks
    where account_id = ${scope.account} ${ofSite(scope)} and ${pageClause(page)}`;
}

function ofSite({ site }: Scope): Fragment {
  return site === null ? sql`` : sql`and site_id = ${site}`;
}

/** The stored values of a new webhook. */
export interface WebhookValues {
  readonly account: number;
  readonly site: number | null;
  readonly url: string;
  readonly description: string | null;
  /** A JSON list. */
  readonly types: string;
  readonly enabled: number;
  readonly secret: Uint8Array;
  /** The position in the log of changes after which it gets events. Empty if it is disabled. */
  readonly position: string;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
}

/** Inserts a webhook. */
export function* insertWebhook(values: WebhookValues): Operation<WebhookRow> {
  const { account, site, url, description, types, enabled, secret, position, createdAt, updatedAt } = values;
  const row = yield* one<WebhookRow>`
    insert into askwell_webhooks (account_id, site_id, url, description, types, enabled, secret, created_at, updated_at, version,
      position, seen_seq)
    values (${account}, ${site}, ${url}, ${description}, ${types}, ${enabled}, ${secret}, ${createdAt}, ${updatedAt}, 1,
      ${position}, 0) returning ${webhookColumns}`;
  if (!row) throw new Error('INSERT … RETURNING returned no row.');
  return row;
}

/** Counts the webhooks of an account. */
export function* countWebhooks(account: number): Operation<number> {
  const row = yield* one<{ n: number }>`select count(*) as n from askwell_webhooks where account_id = ${account}`;
  return row?.n ?? 0;
}

export interface NewWebhook extends Omit<WebhookValues, 'createdAt' | 'updatedAt'> {
  readonly at: Micros;
  /** The maximum number of webhooks of an account. */
  readonly quota: number;
  readonly idempotency: IdempotentRequest | null;
}

/** Creates a webhook. It gets only later events. */
export const createWebhook = write('webhooks.create', (input: NewWebhook) =>
  createOnce(input.idempotency, () => insertOwned(input)),
);

function* insertOwned(
  input: NewWebhook,
): Operation<CreationOutcome<'unknown_account' | 'unknown_site' | 'too_many', WebhookRow>> {
  const { account, site, at } = input;
  yield* lockAccount(account);
  // The account may have been deleted since the key was verified.
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

export interface SecretRotation extends WebhookTarget {
  readonly secret: Uint8Array;
  readonly at: Micros;
  /** The time until which messages are also signed with the previous secret. */
  readonly until: Micros;
  readonly idempotency: IdempotentRequest | null;
}

/** Replaces the secret of a webhook. For some time, messages are also signed with the previous secret. */
export const rotateWebhook = write('webhooks.rotate', (input: SecretRotation) =>
  createOnce<WebhookRefusal['refused'], WebhookRow>(input.idempotency, function* () {
    const { id, secret, at, until } = input;
    const found = yield* lockTarget(input);
    if ('refused' in found) return found;
    const row = yield* one<WebhookRow>`
      update askwell_webhooks set old_secret = secret, old_secret_until = ${until}, secret = ${secret}, updated_at = ${at},
        version = version + 1
      where id = ${id} returning ${webhookColumns}`;
    return row ? { resource: referenceTo(row), row } : { refused: 'unknown' };
  }),
);

/**
 * Deletes a webhook, and its deliveries in batches. First disables the webhook, so that nothing more is sent. Returns whether some
 * deliveries are left.
 */
export const deleteWebhook = write('webhooks.delete', function* (input: WebhookTarget): Operation<
  { isAnyLeft: boolean } | WebhookRefusal
> {
  const found = yield* lockTarget(input);
  if ('refused' in found) return found;
  return { isAnyLeft: yield* deleteWebhookRows([input.id]) };
});
