import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run, sql } from '../../db/sql/statement.js';

export interface WorkingCopyRow {
  draft: string;
  revision: string;
  base_version: number;
  updated_at: Micros;
}

export function selectWorkingCopy(ask: number): Operation<WorkingCopyRow | undefined> {
  return one<WorkingCopyRow>`
    select draft, revision, base_version, updated_at from askwell_working_copies where ask = ${ask}`;
}

export interface WorkingCopyInput {
  readonly account: number;
  readonly ask: number;
  readonly draft: string;
  /** The revision that the change is based on. Null if there was no working copy. */
  readonly fromRevision: string | null;
  readonly revision: string;
  readonly baseVersion: number;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
  readonly at: Micros;
}

/** Saves a working copy, unless it was changed since `fromRevision`. */
export const saveWorkingCopy = write('workingCopies.save', function* (input: WorkingCopyInput): Operation<
  'saved' | 'stale' | 'unknown'
> {
  const { account, ask, draft, fromRevision, revision, baseVersion, onlyVersion, at } = input;
  yield* lockAsk(ask);
  const owned = yield* one<{ version: number }>`
    select version from askwell_asks where seq = ${ask} and account_id = ${account} and kind <> 'deleted'`;
  if (!owned) return 'unknown';
  if (onlyVersion !== null && owned.version !== onlyVersion) return 'stale';
  const stored = yield* one<{ revision: string }>`select revision from askwell_working_copies where ask = ${ask}`;
  if ((stored?.revision ?? null) !== fromRevision) return 'stale';
  // Without a working copy, the changes started from the ask itself.
  if (!stored && owned.version !== baseVersion) return 'stale';
  yield* run`
    insert into askwell_working_copies (ask, draft, revision, base_version, updated_at)
    values (${ask}, ${draft}, ${revision}, ${baseVersion}, ${at})
    on conflict (ask) do update set draft = excluded.draft, revision = excluded.revision,
      base_version = excluded.base_version, updated_at = excluded.updated_at`;
  return 'saved';
});

/** A request to delete a working copy. */
export interface WorkingCopyDeletion {
  readonly account: number;
  readonly ask: number;
  readonly revision: string;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

/** Deletes a working copy, unless it or the ask was changed since. Returns whether it was deleted. */
export const deleteWorkingCopy = write(
  'workingCopies.delete',
  function* ({ account, ask, revision, onlyVersion }: WorkingCopyDeletion): Operation<boolean> {
    yield* lockAsk(ask);
    const row = yield* one<{ ask: number }>`
    delete from askwell_working_copies where ask = ${ask} and revision = ${revision}
      and ask in (
        select seq from askwell_asks where account_id = ${account}
          ${onlyVersion === null ? sql`` : sql`and version = ${onlyVersion}`}) returning ask`;
    return row !== undefined;
  },
);
