import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';

export interface ArchiveInput {
  readonly account: number;
  /** The ID without its prefix. */
  readonly id: string;
  /** Null moves the ask back from the archive. */
  readonly archivedAt: Micros | null;
  readonly at: Micros;
}

/** Archives an ask, or moves it back. An open ask that is archived is closed. Returns false if the ask does not exist. */
export const archiveAsk = write('asks.archive', function* ({ account, id, archivedAt, at }: ArchiveInput) {
  const found = yield* one<{ seq: number }>`
    select seq from askwell_asks where id = ${id} and account_id = ${account} and kind <> 'deleted'`;
  if (!found) return false;
  yield* lockAsk(found.seq);
  const row = yield* one<{ seq: number; status: string }>`
    select seq, status from askwell_asks where seq = ${found.seq} and kind <> 'deleted'`;
  if (!row) return false;
  if (archivedAt !== null && row.status === 'open') {
    yield* run`
      update askwell_asks set archived_at = ${archivedAt}, status = 'closed', version = version + 1, updated_at = ${at}
      where seq = ${row.seq}`;
  } else {
    yield* run`update askwell_asks set archived_at = ${archivedAt} where seq = ${row.seq}`;
  }
  return true;
});
