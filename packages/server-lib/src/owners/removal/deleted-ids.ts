import { sha256 } from '../../base/crypto/hash.js';
import { toHex } from '../../base/crypto/hex.js';
import type { Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, rows, run } from '../../db/sql/statement.js';

/** The bytes of a hash. Enough for IDs, which are random. */
const hashBytes = 16;

/** Returns what is stored of a deleted ID. The ID itself cannot be computed from it. */
function hashId(id: string): Uint8Array {
  return sha256(id).subarray(0, hashBytes);
}

/** Remembers the ID of a deleted ask, without its prefix, so that no other account gets it. Belongs to the deletion. */
export function* rememberDeletedId(account: number, id: string): Operation<void> {
  yield* run`
    insert into askwell_deleted_ids (id_hash, account_id) values (${hashId(id)}, ${account})
    on conflict (id_hash) do update set account_id = excluded.account_id`;
  yield* run`update askwell_accounts set deleted_ids = deleted_ids + 1 where id = ${account}`;
}

interface DeletedIdRow {
  id_hash: Uint8Array;
  account_id: number;
}

/** Returns which of the given IDs, without prefixes, another account has deleted. */
export function* selectDeletedByOthers(account: number, ids: readonly string[]): Operation<string[]> {
  const found: string[] = [];
  for (const chunk of chunks(ids)) {
    const idsByHash = new Map(chunk.map((id) => [toHex(hashId(id)), id]));
    const deleted = yield* all<DeletedIdRow>`
      select id_hash, account_id from askwell_deleted_ids where id_hash in ${rows([chunk.map(hashId)])}`;
    for (const { id_hash, account_id } of deleted) {
      const id = idsByHash.get(toHex(id_hash));
      if (id !== undefined && account_id !== account) found.push(id);
    }
  }
  return found;
}

/** Forgets IDs that asks have again. */
export function* forgetDeletedIds(ids: readonly string[]): Operation<void> {
  for (const chunk of chunks(ids)) {
    const deleted = yield* all<Pick<DeletedIdRow, 'account_id'>>`
      delete from askwell_deleted_ids where id_hash in ${rows([chunk.map(hashId)])} returning account_id`;
    for (const { account_id } of deleted)
      yield* run`update askwell_accounts set deleted_ids = deleted_ids - 1 where id = ${account_id}`;
  }
}
