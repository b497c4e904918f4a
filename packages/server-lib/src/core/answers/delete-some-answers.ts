import type { Micros } from '../../base/clock.js';
import { toHex } from '../../base/crypto/hex.js';
import type { LoggedAsk } from '../../db/changes/change.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, one, rows, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import type { Contribution } from '../results/contribution.js';
import { TallyChanges } from '../results/tally-changes.js';
import { withHour } from '../results/timeline.js';
import { saveIdempotencyMarksOf } from '../submit/answer-idempotency-queries.js';
import { type Deletion, logDeletion } from './delete-answers.js';

interface DeletedRow {
  id: string;
  body: string;
  voter: Uint8Array | null;
  nth: number | null;
  created_at: number;
  updated_at: number;
}

/** A request to delete several answers. */
export interface SomeDeletion extends Deletion {
  readonly ids: readonly string[];
  /** The required time of the last change of each answer, in the order of `ids`. Absent: any time. */
  readonly onlyUpdatedAt?: readonly Micros[];
  /** The version that the ask must have. Absent or null: every version. */
  readonly onlyVersion?: number | null;
}

/**
 * Deletes several answers by their IDs, and returns how many it deleted. Subtracts them from the results and frees
 * their voters, tickets and places. The caller limits their number: other writes wait.
 */
export const deleteSomeAnswers = eraseWrite(
  'answers.deleteSome',
  function* ({ ask, ids, at, onlyUpdatedAt, onlyVersion = null }: SomeDeletion): Operation<number | 'stale'> {
    yield* lockAsk(ask);
    const definition = yield* one<LoggedAsk & { kind: AskKind; definition: string; version: number }>`
      select seq, account_id, site_id, kind, definition, version
      from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
    if (!definition) return 0;
    if (onlyVersion !== null && definition.version !== onlyVersion) return 'stale';
    const { contribute } = answerCounterFor(definition);
    const tallies = new TallyChanges();
    const contributions: Contribution[] = [];
    const voters = new Map<string, Voter>();
    const updateTimes = onlyUpdatedAt && new Map(ids.map((id, at) => [id, onlyUpdatedAt[at]]));
    const deleted: DeletedRow[] = [];
    for (const chunk of chunks(ids)) {
      const stored = yield* all<DeletedRow>`
        select r.id, r.body, r.voter, r.nth, r.created_at, coalesce(r.updated_at, r.created_at) as updated_at
        from askwell_answers r where r.ask = ${ask} and r.id in ${rows([chunk])}`;
      const found = stored.filter(({ id, updated_at }) => (updateTimes?.get(id) ?? updated_at) === updated_at);
      if (found.length === 0) continue;
      const foundIds = found.map(({ id }) => id);
      for (const { body, voter, nth, created_at } of found) {
        contributions.push(...withHour(contribute(body), created_at));
        if (voter) addVoter(voters, voter, nth !== null);
      }
      yield* saveIdempotencyMarksOf(ask, foundIds, at);
      yield* run`delete from askwell_answers where ask = ${ask} and id in ${rows([foundIds])}`;
      deleted.push(...found);
    }
    if (deleted.length === 0) return 0;
    tallies.count(ask, -deleted.length);
    tallies.subtract(ask, contributions);
    tallies.countVoters(ask, -(yield* freeVoters(ask, [...voters.values()])));
    yield* tallies.write();
    yield* logDeletion(definition, deleted, at);
    return deleted.length;
  },
);

/** The voter of a deleted answer. */
interface Voter {
  readonly id: Uint8Array;
  /** Whether one of the deleted answers counted for the allowance of the voter. */
  readonly counted: boolean;
}

function addVoter(voters: Map<string, Voter>, id: Uint8Array, counted: boolean): void {
  const key = toHex(id);
  voters.set(key, { id, counted: counted || voters.get(key)?.counted === true });
}

/** Deletes the starts of voters. Returns how many of the voters have no answer left that counts. */
function* freeVoters(ask: number, voters: readonly Voter[]): Operation<number> {
  for (const chunk of chunks(voters.map(({ id }) => id))) {
    yield* run`
      delete from askwell_checks where ask = ${ask} and token in (
        select nonce from askwell_starts where ask = ${ask} and voter in ${rows([chunk])})`;
    yield* run`delete from askwell_starts where ask = ${ask} and voter in ${rows([chunk])}`;
  }
  let freed = 0;
  for (const chunk of chunks(voters.filter(({ counted }) => counted).map(({ id }) => id))) {
    const left = yield* all`
      select voter from askwell_answers where ask = ${ask} and nth is not null and voter in ${rows([chunk])}
      union select voter from askwell_purged_voters where ask = ${ask} and voter in ${rows([chunk])}`;
    freed += chunk.length - left.length;
  }
  return freed;
}
