import type { Micros } from '../../base/clock.js';
import { lockWebhooks } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all, run } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';

/**
 * Removes everything but the password that gives access to an account, or sends something about it: sessions, API keys, tokens, webhooks,
 * result links, links to previews, links to reset the password, notices, and emails that wait. Polls, quizzes, forms and answers
 * stay. The caller has locked the account.
 *
 * @returns The webhooks, which are disabled. {@link deleteWebhooks} deletes them with their deliveries.
 */
export function* removeAccess(account: number, at: Micros): Operation<number[]> {
  yield* run`delete from askwell_sessions where account_id = ${account}`;
  yield* run`delete from askwell_keys where account_id = ${account}`;
  yield* run`delete from askwell_editor_tokens where account_id = ${account}`;
  yield* run`
    delete from askwell_result_links where ask in (select seq from askwell_asks where account_id = ${account})`;
  yield* run`delete from askwell_notices where account_id = ${account}`;
  yield* run`delete from askwell_password_resets where account_id = ${account}`;
  yield* run`delete from askwell_sign_in_links where account_id = ${account}`;
  yield* run`delete from askwell_emails where account_id = ${account} and next_at is not null`;
  // Answers that are not turned into emails yet get no receipt.
  yield* run`
    update askwell_email_positions set position = coalesce(
      (select last_seq from askwell_change_heads where account_id = ${account}), position)
    where account_id = ${account}`;
  yield* run`update askwell_accounts set access_removed_at = ${at} where id = ${account}`;
  const webhooks = yield* all<{ id: number }>`
    select id from askwell_webhooks where account_id = ${account} order by id`;
  const ids = webhooks.map(({ id }) => id);
  yield* lockWebhooks(ids);
  yield* run`update askwell_webhooks set enabled = 0, lease = null where account_id = ${account}`;
  return ids;
}

/** The number of deliveries that one write deletes. Small enough not to delay other writes. */
const deletionBatchSize = 500;

/**
 * Deletes webhooks with their deliveries, up to a number of rows: first they are disabled, so that nothing is sent any more.
 * Returns whether rows are left. The caller has locked the webhooks.
 */
export function* deleteWebhookRows(ids: readonly number[]): Operation<boolean> {
  if (ids.length === 0) return false;
  const deleted = yield* all`
    delete from askwell_deliveries where id in (
      select id from askwell_deliveries where webhook_id ${anyOf('bigint', ids)} order by id limit ${deletionBatchSize})
    returning 1`;
  const isAnyLeft = deleted.length === deletionBatchSize;
  if (isAnyLeft) yield* run`update askwell_webhooks set enabled = 0, lease = null where id ${anyOf('bigint', ids)}`;
  else yield* run`delete from askwell_webhooks where id ${anyOf('bigint', ids)}`;
  return isAnyLeft;
}

/** Deletes the next rows of webhooks that {@link removeAccess} has disabled. Returns whether rows are left. */
export const removeWebhookRows = write(
  'access.removeWebhooks',
  function* ({ ids }: { readonly ids: readonly number[] }) {
    yield* lockWebhooks(ids);
    return yield* deleteWebhookRows(ids);
  },
);

/** Deletes webhooks that {@link removeAccess} has disabled, in batches. */
export async function deleteWebhooks(store: Store, ids: readonly number[]): Promise<void> {
  while (await store.run(removeWebhookRows, { ids }));
}
