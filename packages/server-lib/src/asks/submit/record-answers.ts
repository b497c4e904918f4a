import type { Micros } from '../../clock.js';
import { fromHex } from '../../crypto/hex.js';
import type { Contribution } from '../../inputs/contribution.js';
import { chunks } from '../../store/chunks.js';
import { batchWrite, type Operation } from '../../store/operation.js';
import { rows, run, type Value } from '../../store/statement.js';
import { deleteCheckedAnswers } from '../answers/checked-answers.js';
import { TallyChanges } from '../results/tally-changes.js';
import { hourBucket } from '../results/timeline.js';
import { AnswerGroup, type GroupAsk, type RecordedAnswer } from './answer-group.js';
import { dayOf, type IdempotencyMark, idempotencyBytes, secondOfDay } from './answer-idempotency.js';
import { type AskIdempotencyRow, repeatOutcome, writeIdempotencyRows } from './answer-idempotency-queries.js';
import type { AnswerInput } from './answer-input.js';

export type AnswerOutcome =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: boolean }
  | {
      readonly refused: 'unknown' | 'stale' | 'checked' | 'ticket' | 'mismatch' | 'gone' | 'already_answered' | 'full';
    };

/** A row to insert. */
interface NewAnswer {
  readonly ask: number;
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly nth: number | null;
  readonly at: Micros;
  /** The Idempotency-Key, if it is stored with the answer. */
  readonly idempotency: IdempotencyMark | null;
}

/**
 * Records a group of answers in one transaction. Reads everything they depend on, then checks them in order as if the
 * preceding ones were already written, then writes all of them.
 */
export const recordAnswers = batchWrite('answers.record', function* (inputs: readonly AnswerInput[]) {
  const writer = new AnswerWriter();
  yield* writer.read(inputs);
  const outcomes: AnswerOutcome[] = [];
  for (const input of inputs) outcomes.push(yield* writer.add(input));
  yield* writer.write();
  return outcomes;
});

class AnswerWriter {
  readonly #recorded = new AnswerGroup();
  readonly #added = new Map<string, NewAnswer>();
  readonly #spent: { readonly ask: number; readonly token: string }[] = [];
  readonly #idempotencyRows: AskIdempotencyRow[] = [];
  readonly #tallies = new TallyChanges();

  read(inputs: readonly AnswerInput[]): Operation<void> {
    return this.#recorded.read(inputs);
  }

  *add(input: AnswerInput): Operation<AnswerOutcome> {
    const ask = this.#recorded.ask(input.ask);
    if (!ask) return { refused: 'unknown' };
    const earlier = input.idempotency && ask.findIdempotencyRow(input.idempotency.slot, input.at);
    if (earlier) return yield* repeatOutcome(ask.seq, earlier, input.idempotency.body, this.#added.has(earlier.answer));
    if (ask.version !== input.version || ask.updatedAt !== input.updatedAt) return { refused: 'stale' };
    if (input.singleUseToken && ask.isSpent(input.singleUseToken)) return { refused: 'already_answered' };
    const { singleUseToken } = input;
    if (singleUseToken && ask.checkedCount(singleUseToken) !== input.checkedAnswers) return { refused: 'checked' };

    const { voter, maxPerVoter } = input;
    if (input.needsTicket && (voter === null || !ask.isTicket(voter))) return { refused: 'ticket' };
    const voterAnswers = voter === null || maxPerVoter === null ? null : ask.answersOf(voter);
    if (
      voter !== null &&
      voterAnswers &&
      maxPerVoter !== null &&
      voterAnswers.length + ask.purgedCount(voter) >= maxPerVoter
    ) {
      const last = findNewest(voterAnswers);
      return last && input.allowChange ? yield* this.#change(ask, input, last) : { refused: 'already_answered' };
    }
    if (input.maxAnswers !== null && ask.answers >= input.maxAnswers) return { refused: 'full' };
    if (ask.counter.caps.size > 0 && !(yield* this.#isBelowCaps(ask, input.body, undefined)))
      return { refused: 'full' };
    return this.#create(ask, input, voterAnswers);
  }

  /** Writes the accepted answers, used tokens, tallies, counters and Idempotency-Keys. */
  *write(): Operation<void> {
    for (const chunk of chunks([...this.#added.values()])) {
      yield* run`
        insert into askwell_answers (ask, id, body, voter, nth, created_at, replay) values ${rows(chunk.map(toCells))}`;
    }
    for (const chunk of chunks(this.#spent)) {
      yield* run`insert into askwell_spent (ask, token) values ${rows(chunk.map(({ ask, token }) => [ask, fromHex(token)]))}`;
    }
    yield* deleteCheckedAnswers(this.#spent);
    yield* this.#tallies.write();
    yield* writeIdempotencyRows(this.#idempotencyRows);
  }

  /** Replaces the body of the voter's last answer. Its ID stays the same. */
  *#change(ask: GroupAsk, input: AnswerInput, last: RecordedAnswer): Operation<AnswerOutcome> {
    if (!(yield* this.#isBelowCaps(ask, input.body, last.body))) return { refused: 'full' };
    const { contribute } = ask.counter;
    this.#tallies.subtract(ask.seq, contribute(last.body));
    this.#tallies.add(ask.seq, contribute(input.body));
    last.body = input.body;
    const pending = this.#added.get(last.id);
    if (pending) this.#added.set(last.id, { ...pending, body: input.body });
    else yield* run`update askwell_answers set body = ${input.body} where ask = ${ask.seq} and id = ${last.id}`;
    this.#markUsed(ask, input, last.id, { changed: true, isStored: false });
    return { answer: last.id, changed: true, replayed: false };
  }

  #create(ask: GroupAsk, input: AnswerInput, voterAnswers: readonly RecordedAnswer[] | null): AnswerOutcome {
    const { id, body, voter, at } = input;
    const nth = voterAnswers && lowestFreeNumber(voterAnswers);
    const idempotency = nth !== null && input.idempotency?.belongsToVoter ? input.idempotency : null;
    this.#added.set(id, { ask: ask.seq, id, body, voter, nth, at, idempotency });
    if (voter !== null && nth !== null) {
      if (voterAnswers?.length === 0 && ask.purgedCount(voter) === 0) this.#tallies.countVoters(ask.seq, 1);
      ask.addAnswer(voter, { id, body, nth });
    }
    ask.answers++;
    this.#tallies.count(ask.seq, 1);
    this.#tallies.add(ask.seq, ask.counter.contribute(body));
    this.#tallies.add(ask.seq, [hourBucket(at)]);
    this.#markUsed(ask, input, id, { changed: false, isStored: idempotency !== null });
    return { answer: id, changed: false, replayed: false };
  }

  /** Returns whether no capped bucket is full. */
  *#isBelowCaps(ask: GroupAsk, body: string, replaced: string | undefined): Operation<boolean> {
    const { caps, contribute } = ask.counter;
    const freed = new Set(replaced === undefined ? [] : contribute(replaced).map(bucketOf));
    for (const contribution of contribute(body)) {
      const bucket = bucketOf(contribution);
      const cap = bucket === undefined ? undefined : caps.get(bucket);
      if (bucket === undefined || cap === undefined || freed.has(bucket)) continue;
      if ((yield* this.#tallies.current(ask.seq, bucket)) >= cap) return false;
    }
    return true;
  }

  /**
   * Marks the token and the Idempotency-Key of an accepted answer as used.
   *
   * @param isStored Whether the Idempotency-Key is stored with the answer.
   */
  #markUsed(
    ask: GroupAsk,
    { at, singleUseToken, idempotency }: AnswerInput,
    answer: string,
    { changed, isStored }: { changed: boolean; isStored: boolean },
  ): void {
    if (singleUseToken) {
      ask.markSpent(singleUseToken);
      this.#spent.push({ ask: ask.seq, token: singleUseToken });
    }
    if (idempotency) {
      const { slot, body } = idempotency;
      const row = { slot, body, answer, day: dayOf(at), second: secondOfDay(at), changed: changed ? 1 : 0 };
      ask.addIdempotencyRow(row);
      if (!isStored) this.#idempotencyRows.push({ ask: ask.seq, row });
    }
  }
}

function toCells({ ask, id, body, voter, nth, at, idempotency }: NewAnswer): Value[] {
  return [ask, id, body, voter && fromHex(voter), nth, at, idempotency && idempotencyBytes(idempotency)];
}

function bucketOf(contribution: Contribution): string | undefined {
  return 'bucket' in contribution ? contribution.bucket : undefined;
}

/**
 * Finds the latest answer by ID. Numbers are not in the order of time, because the number of a deleted answer is used
 * again.
 */
function findNewest(voterAnswers: readonly RecordedAnswer[]): RecordedAnswer | undefined {
  return voterAnswers.reduce<RecordedAnswer | undefined>(
    (newest, answer) => (newest && newest.id > answer.id ? newest : answer),
    undefined,
  );
}

/** Returns the lowest number that no answer of the voter has. */
function lowestFreeNumber(voterAnswers: readonly RecordedAnswer[]): number {
  let nth = 0;
  for (const answer of voterAnswers) if (answer.nth === nth) nth++;
  return nth;
}
