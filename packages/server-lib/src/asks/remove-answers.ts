import type { Micros } from '../clock.js';
import { erase, type Operation } from '../store/operation.js';
import { one, run } from '../store/statement.js';
import type { AskKind } from './contract.js';
import { countingFor } from './counting.js';
import { outlive } from './replay.js';
import { TallyChanges } from './tallies.js';
import { hourBucket } from './timeline.js';

/** Answers of an ask that are to go, at a time. */
export interface Deletion {
  readonly ask: number;
  readonly at: Micros;
}

interface Doomed {
  kind: AskKind;
  definition: string;
  body: string;
  created_at: number;
}

/** Deletes one answer; results follow, and its voter, ticket and slot are free again. */
export const deleteAnswer = erase('answers.delete', function* (input: Deletion & { id: string }): Operation<boolean> {
  const { ask, id, at } = input;
  const row = yield* one<Doomed>`
    select a.kind, a.definition, r.body, r.created_at
    from askwell_answers r join askwell_asks a on a.seq = r.ask where r.ask = ${ask} and r.id = ${id}`;
  if (!row) return false;
  const tallies = new TallyChanges();
  tallies.count(ask, -1);
  tallies.subtract(ask, [...countingFor(row).contribute(row.body), hourBucket(row.created_at)]);
  yield* outlive(ask, id, at);
  yield* run`delete from askwell_answers where ask = ${ask} and id = ${id}`;
  yield* tallies.write();
  return true;
});

/** Deletes all answers of an ask; tickets can be used again. */
export const deleteAnswers = erase('answers.deleteAll', function* (input: Deletion): Operation<null> {
  const { ask, at } = input;
  yield* outlive(ask, null, at);
  yield* run`delete from askwell_answers where ask = ${ask}`;
  yield* run`delete from askwell_tallies where ask = ${ask}`;
  yield* run`delete from askwell_write_ins where ask = ${ask}`;
  yield* run`update askwell_counters set answers = 0, tally_seq = tally_seq + 1 where ask = ${ask}`;
  return null;
});
