import type { Micros } from '../../clock.js';
import { fromHex } from '../../crypto/hex.js';
import type { Contribution } from '../../inputs/contribution.js';
import { chunks } from '../../store/chunks.js';
import { batchWrite, type Operation } from '../../store/operation.js';
import { rows, run, type Value } from '../../store/statement.js';
import { TallyChanges } from '../results/tally-changes.js';
import { hourBucket } from '../results/timeline.js';
import { AnswerGroup, type AskInGroup, type RecordedAnswer } from './answer-group.js';
import {
  dayOf,
  type IdempotencyMark,
  type IdempotencyRow,
  idempotencyBytes,
  outcomeOfRepeat,
  secondOf,
} from './answer-idempotency.js';
import type { AnswerInput } from './answer-input.js';

export type AnswerOutcome =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: boolean }
  | { readonly refused: 'unknown' | 'stale' | 'mismatch' | 'gone' | 'already_answered' | 'full' };

/** A row to be written. */
interface NewAnswer {
  readonly ask: number;
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly nth: number | null;
  readonly at: Micros;
  /** What its Idempotency-Key is told by, where that stands in its own row. */
  readonly replay: IdempotencyMark | null;
}

/**
 * Records a whole group of answers: first everything they depend on is read, then each is judged in its order as if the
 * ones before it were already written, then all of it is written. What one transaction holds stands or falls together.
 */
export const recordAnswers = batchWrite('answers.record', function* (inputs: readonly AnswerInput[]) {
  const group = new Group();
  yield* group.read(inputs);
  const outcomes: AnswerOutcome[] = [];
  for (const input of inputs) outcomes.push(yield* group.judge(input));
  yield* group.write();
  return outcomes;
});

class Group {
  readonly #recorded = new AnswerGroup();
  readonly #added = new Map<string, NewAnswer>();
  readonly #spent: { readonly ask: number; readonly token: string }[] = [];
  readonly #replays: { readonly ask: number; readonly row: IdempotencyRow }[] = [];
  readonly #tallies = new TallyChanges();

  read(inputs: readonly AnswerInput[]): Operation<void> {
    return this.#recorded.read(inputs);
  }

  *judge(input: AnswerInput): Operation<AnswerOutcome> {
    const ask = this.#recorded.ask(input.ask);
    if (!ask) return { refused: 'unknown' };
    const before = input.replay && ask.replay(input.replay.slot, input.at);
    if (before) return yield* outcomeOfRepeat(ask.seq, before, input.replay.body, this.#added.has(before.answer));
    if (ask.version !== input.version) return { refused: 'stale' };
    if (input.spends && ask.isSpent(input.spends)) return { refused: 'already_answered' };

    const { voter, perVoter } = input;
    const given = voter === null || perVoter === null ? null : ask.given(voter);
    if (voter !== null && given && perVoter !== null && given.length + ask.purged(voter) >= perVoter) {
      const last = newestOf(given);
      return last && input.change ? yield* this.#change(ask, input, last) : { refused: 'already_answered' };
    }
    if (input.maxAnswers !== null && ask.answers >= input.maxAnswers) return { refused: 'full' };
    if (ask.counting.caps.size > 0 && !(yield* this.#fits(ask, input.body, undefined))) return { refused: 'full' };
    return this.#add(ask, input, given);
  }

  /** Writes what was judged: answers, what they used up, tallies, counters and Idempotency-Keys. */
  *write(): Operation<void> {
    for (const part of chunks([...this.#added.values()])) {
      yield* run`
        insert into askwell_answers (ask, id, body, voter, nth, created_at, replay) values ${rows(part.map(toCells))}`;
    }
    for (const part of chunks(this.#spent)) {
      yield* run`insert into askwell_spent (ask, token) values ${rows(part.map(({ ask, token }) => [ask, fromHex(token)]))}`;
    }
    yield* this.#tallies.write();
    yield* this.#writeReplays();
  }

  /** The voter's last answer becomes this one, under its old id. */
  *#change(ask: AskInGroup, input: AnswerInput, last: RecordedAnswer): Operation<AnswerOutcome> {
    if (!(yield* this.#fits(ask, input.body, last.body))) return { refused: 'full' };
    const { contribute } = ask.counting;
    this.#tallies.subtract(ask.seq, contribute(last.body));
    this.#tallies.add(ask.seq, contribute(input.body));
    last.body = input.body;
    const waiting = this.#added.get(last.id);
    if (waiting) this.#added.set(last.id, { ...waiting, body: input.body });
    else yield* run`update askwell_answers set body = ${input.body} where ask = ${ask.seq} and id = ${last.id}`;
    this.#use(ask, input, last.id, { changed: true, isKept: false });
    return { answer: last.id, changed: true, replayed: false };
  }

  #add(ask: AskInGroup, input: AnswerInput, given: readonly RecordedAnswer[] | null): AnswerOutcome {
    const { id, body, voter, at } = input;
    const nth = given && lowestFree(given);
    const replay = nth !== null && input.replay?.isVoters ? input.replay : null;
    this.#added.set(id, { ask: ask.seq, id, body, voter, nth, at, replay });
    if (voter !== null && nth !== null) {
      if (given?.length === 0 && ask.purged(voter) === 0) this.#tallies.countVoters(ask.seq, 1);
      ask.give(voter, { id, body, nth });
    }
    ask.answers++;
    this.#tallies.count(ask.seq, 1);
    this.#tallies.add(ask.seq, ask.counting.contribute(body));
    this.#tallies.add(ask.seq, [hourBucket(at)]);
    this.#use(ask, input, id, { changed: false, isKept: replay !== null });
    return { answer: id, changed: false, replayed: false };
  }

  /** Whether every capped bucket has room for what the answer adds. */
  *#fits(ask: AskInGroup, body: string, replaced: string | undefined): Operation<boolean> {
    const { caps, contribute } = ask.counting;
    const freed = new Set(replaced === undefined ? [] : contribute(replaced).map(bucketOf));
    for (const contribution of contribute(body)) {
      const bucket = bucketOf(contribution);
      const cap = bucket === undefined ? undefined : caps.get(bucket);
      if (bucket === undefined || cap === undefined || freed.has(bucket)) continue;
      if ((yield* this.#tallies.current(ask.seq, bucket)) >= cap) return false;
    }
    return true;
  }

  /** What an answer was taken by counts for the requests behind it. `isKept`: its key stands in the answer's row. */
  #use(
    ask: AskInGroup,
    { at, spends, replay }: AnswerInput,
    answer: string,
    { changed, isKept }: { changed: boolean; isKept: boolean },
  ): void {
    if (spends) {
      ask.spend(spends);
      this.#spent.push({ ask: ask.seq, token: spends });
    }
    if (replay) {
      const { slot, body } = replay;
      const row = { slot, body, answer, day: dayOf(at), second: secondOf(at), changed: changed ? 1 : 0 };
      ask.remember(row);
      if (!isKept) this.#replays.push({ ask: ask.seq, row });
    }
  }

  /** Days go as a whole, as soon as none of their requests is remembered any more. */
  *#writeReplays(): Operation<void> {
    const oldest = new Map<number, number>();
    for (const part of chunks(this.#replays)) {
      const values = part.map(({ ask, row: { day, slot, body, answer, second, changed } }) => {
        oldest.set(ask, day - 1);
        return [ask, day, fromHex(slot), fromHex(body), answer, second, changed];
      });
      yield* run`
        insert into askwell_replays (ask, day, slot, body, answer, second, changed) values ${rows(values)}
        on conflict (ask, day, slot) do update
        set body = excluded.body, answer = excluded.answer, second = excluded.second, changed = excluded.changed`;
    }
    for (const [ask, day] of oldest) yield* run`delete from askwell_replays where ask = ${ask} and day < ${day}`;
  }
}

function toCells({ ask, id, body, voter, nth, at, replay }: NewAnswer): Value[] {
  return [ask, id, body, voter && fromHex(voter), nth, at, replay && idempotencyBytes(replay)];
}

function bucketOf(contribution: Contribution): string | undefined {
  return 'bucket' in contribution ? contribution.bucket : undefined;
}

/** Ids are in the order of their times; numbers are not, since a deleted one's goes to the next answer. */
function newestOf(given: readonly RecordedAnswer[]): RecordedAnswer | undefined {
  return given.reduce<RecordedAnswer | undefined>(
    (newest, one) => (newest && newest.id > one.id ? newest : one),
    undefined,
  );
}

/** The first number no answer of the voter has: after a deletion, the deleted one's. */
function lowestFree(given: readonly RecordedAnswer[]): number {
  let nth = 0;
  for (const answer of given) if (answer.nth === nth) nth++;
  return nth;
}
