import { toHex } from '../../crypto/hex.js';
import type { Contribution } from '../../inputs/contribution.js';
import { chunks } from '../../store/chunks.js';
import { lockAsk } from '../../store/locks.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { all, one, rows, run } from '../../store/statement.js';
import type { AskKind } from '../ask-types.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { TallyChanges } from '../results/tally-changes.js';
import { hourBucket } from '../results/timeline.js';
import { saveIdempotencyMarksOf } from '../submit/answer-idempotency-queries.js';
import type { Deletion } from './delete-answers.js';

interface DeletedRow {
  body: string;
  voter: Uint8Array | null;
  nth: number | null;
  created_at: number;
}

/**
 * Deletes several answers by their IDs, and returns how many of them existed. Subtracts them from the results and frees
 * their voters, tickets and places. The caller limits their number: other writes wait.
 */
export const deleteSomeAnswers = eraseWrite(
  'answers.deleteSome',
  function* ({ ask, ids, at }: Deletion & { readonly ids: readonly string[] }): Operation<number> {
    yield* lockAsk(ask);
    const definition = yield* one<{ kind: AskKind; definition: string }>`
      select kind, definition from askwell_asks where seq = ${ask} and kind <> 'deleted'`;
    if (!definition) return 0;
    const { contribute } = answerCounterFor(definition);
    const tallies = new TallyChanges();
    const contributions: Contribution[] = [];
    const voters = new Map<string, Voter>();
    let deleted = 0;
    for (const chunk of chunks(ids)) {
      const found = yield* all<DeletedRow>`
        select body, voter, nth, created_at from askwell_answers where ask = ${ask} and id in ${rows([chunk])}`;
      for (const { body, voter, nth, created_at } of found) {
        contributions.push(...contribute(body), hourBucket(created_at));
        if (voter) addVoter(voters, voter, nth !== null);
      }
      yield* saveIdempotencyMarksOf(ask, chunk, at);
      yield* run`delete from askwell_answers where ask = ${ask} and id in ${rows([chunk])}`;
      deleted += found.length;
    }
    if (deleted === 0) return 0;
    tallies.count(ask, -deleted);
    tallies.subtract(ask, contributions);
    tallies.countVoters(ask, -(yield* freeVoters(ask, [...voters.values()])));
    yield* tallies.write();
    return deleted;
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
