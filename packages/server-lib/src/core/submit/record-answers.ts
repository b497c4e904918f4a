import type { Micros } from '../../base/clock.js';
import { withMembers } from '../../base/with-members.js';
import { batchWrite } from '../../db/operation.js';
import { bucketOf, type Contribution } from '../results/contribution.js';
import type { Counters } from '../results/results-service.js';
import { withHour } from '../results/timeline.js';
import { AnswerGroup } from './answer-group.js';
import { dayOf, type EarlierOutcome, repeatOutcome, secondOfDay } from './answer-idempotency.js';
import type { AnswerInput } from './answer-input.js';
import type { GroupAsk, RecordedAnswer } from './group-ask.js';
import { GroupChanges } from './group-changes.js';

export type AnswerOutcome =
  | EarlierOutcome
  /** Has the time of a changed answer, because the answer may be deleted before its receipt is built. */
  | {
      readonly answer: string;
      readonly changed: boolean;
      readonly replayed: false;
      readonly createdAt: Micros;
      /** The recorded answer, if it is not the given one, because a bucket was full. */
      readonly body?: string;
      /** The counters of the ask after the group, if the visitor sees the results. */
      readonly counters?: Counters;
    }
  | {
      readonly refused: 'unknown' | 'stale' | 'checked' | 'ticket' | 'already_answered' | 'full';
    };

/**
 * Records a group of answers in one transaction. Reads the data they depend on, then checks them in order as if the preceding
 * answers were already written, then writes all answers.
 */
export const recordAnswers = batchWrite('answers.record', function* (inputs: readonly AnswerInput[]) {
  const group = new AnswerGroup();
  yield* group.read(inputs);
  const changes = new GroupChanges();
  const outcomes = inputs.map((input) => recordAnswer(group.ask(input.ask), input, changes));
  yield* changes.write((seq) => group.ask(seq)?.row);
  return outcomes.map((outcome, at) => {
    const ask = inputs[at]?.showsResults ? group.ask(inputs[at].ask) : undefined;
    if (!ask || 'refused' in outcome || outcome.replayed) return outcome;
    const { answers, row } = ask;
    return withMembers(outcome, { counters: { answers, tally_seq: row.tally_seq + changes.tallies.step } });
  });
});

/** Checks an answer and adds it to the changes. */
export function recordAnswer(ask: GroupAsk | undefined, input: AnswerInput, changes: GroupChanges): AnswerOutcome {
  if (!ask) return { refused: 'unknown' };
  const earlier = input.idempotency && ask.findIdempotencyRow(input.idempotency.slot, input.at);
  if (earlier) return repeatOutcome(earlier, input.idempotency.body, !ask.isGone(earlier.answer));
  if (ask.version !== input.version || ask.updatedAt !== input.updatedAt) return { refused: 'stale' };
  const { singleUseToken, voter, maxPerVoter } = input;
  if (singleUseToken && ask.isUsed(singleUseToken)) return { refused: 'already_answered' };
  if (singleUseToken && ask.checkedCount(singleUseToken) !== input.checkedAnswers) return { refused: 'checked' };
  if (input.needsTicket && (voter === null || !ask.isTicket(voter))) return { refused: 'ticket' };

  const voterAnswers = voter === null || maxPerVoter === null ? null : ask.answersOf(voter);
  if (
    voter !== null &&
    voterAnswers &&
    maxPerVoter !== null &&
    voterAnswers.length + ask.purgedCount(voter) >= maxPerVoter
  ) {
    const last = findNewest(voterAnswers);
    return last && input.allowChange ? changeAnswer(ask, input, last, changes) : { refused: 'already_answered' };
  }
  const { perNetwork } = input;
  if (perNetwork && ask.networkCount(perNetwork.network) >= perNetwork.answers) return { refused: 'already_answered' };
  if (isFull(ask, input, changes)) return { refused: 'full' };
  const body = bodyBelowCaps(ask, input, undefined, changes);
  return body === undefined ? { refused: 'full' } : addAnswer(ask, input, body, voterAnswers, changes);
}

/** Replaces the content of the voter's last answer. Its ID stays the same. */
function changeAnswer(ask: GroupAsk, input: AnswerInput, last: RecordedAnswer, changes: GroupChanges): AnswerOutcome {
  const body = bodyBelowCaps(ask, input, last.body, changes);
  if (body === undefined) return { refused: 'full' };
  const [before, after] = [ask.counter.contribute(last.body), ask.counter.contribute(body)];
  if (!isCounted(ask, before) && isCounted(ask, after) && isFull(ask, input, changes)) return { refused: 'full' };
  changes.tallies.subtract(ask.seq, withHour(before, last.createdAt));
  changes.tallies.add(ask.seq, withHour(after, last.createdAt));
  last.body = body;
  changes.changeAnswer({ ask: ask.seq, id: last.id, body, language: input.language, at: input.at });
  markUsed(ask, input, changes, { answer: last.id, changed: true, isStored: false });
  return { answer: last.id, changed: true, replayed: false, createdAt: last.createdAt, ...replacedBody(input, body) };
}

function addAnswer(
  ask: GroupAsk,
  input: AnswerInput,
  body: string,
  voterAnswers: readonly RecordedAnswer[] | null,
  changes: GroupChanges,
): AnswerOutcome {
  const { id, voter, respondent, createdAt: at, language, suppressesReceipt } = input;
  const { tallies } = changes;
  const nth = voterAnswers && lowestFreeNumber(voterAnswers);
  const idempotency = nth !== null && input.idempotency?.belongsToVoter ? input.idempotency : null;
  changes.addAnswer({ ask: ask.seq, id, body, voter, respondent, nth, at, updatedAt: null, language, idempotency });
  if (suppressesReceipt) changes.suppressReceipt({ ask: ask.seq, answer: id, at: input.at });
  if (voter !== null && nth !== null) {
    if (voterAnswers?.length === 0 && ask.purgedCount(voter) === 0) tallies.countVoters(ask.seq, 1);
    ask.addAnswer(voter, { id, body, nth, createdAt: at });
    if (input.perNetwork) ask.countInNetwork(input.perNetwork.network, 1);
  }
  ask.answers++;
  tallies.count(ask.seq, 1);
  tallies.add(ask.seq, withHour(ask.counter.contribute(body), at));
  markUsed(ask, input, changes, { answer: id, changed: false, isStored: idempotency !== null });
  return { answer: id, changed: false, replayed: false, createdAt: at, ...replacedBody(input, body) };
}

/** Returns the body of the outcome, if another one was recorded than the input has. */
function replacedBody(input: AnswerInput, body: string): { body?: string } {
  return body === input.body ? {} : { body };
}

/** Returns whether as many answers count in `max_answers` as it allows. */
function isFull(ask: GroupAsk, { maxAnswers }: AnswerInput, changes: GroupChanges): boolean {
  return maxAnswers !== null && countedAnswers(ask, changes) >= maxAnswers;
}

/** Returns whether an answer with these contributions counts in `max_answers`. */
function isCounted({ counter: { uncounted } }: GroupAsk, contributions: readonly Contribution[]): boolean {
  return uncounted === null || !contributions.some((contribution) => bucketOf(contribution) === uncounted);
}

/** Returns the number of answers that count in `max_answers`. */
function countedAnswers(ask: GroupAsk, { tallies }: GroupChanges): number {
  const { uncounted } = ask.counter;
  if (uncounted === null) return ask.answers;
  return ask.answers - ask.storedCount(uncounted) - tallies.pending(ask.seq, uncounted);
}

/** Returns the answer to record: the one that was given, or the one for a full bucket. Undefined if there is no room for either. */
function bodyBelowCaps(
  ask: GroupAsk,
  { body, whenFull }: AnswerInput,
  replaced: string | undefined,
  changes: GroupChanges,
): string | undefined {
  const full = findFullBucket(ask, body, replaced, changes);
  if (full === undefined) return body;
  const other = whenFull && Object.hasOwn(whenFull, full) ? whenFull[full] : undefined;
  return other !== undefined && findFullBucket(ask, other, replaced, changes) === undefined ? other : undefined;
}

/** Returns the first bucket of an answer that has reached its maximum count. */
function findFullBucket(
  ask: GroupAsk,
  body: string,
  replaced: string | undefined,
  { tallies }: GroupChanges,
): string | undefined {
  const { caps, contribute } = ask.counter;
  if (caps.size === 0) return undefined;
  const freed = new Set(replaced === undefined ? [] : contribute(replaced).map(bucketOf));
  return contribute(body)
    .map(bucketOf)
    .find((bucket) => {
      const cap = bucket === undefined ? undefined : caps.get(bucket);
      if (bucket === undefined || cap === undefined || freed.has(bucket)) return false;
      return ask.storedCount(bucket) + tallies.pending(ask.seq, bucket) >= cap;
    });
}

/**
 * Marks the token and the Idempotency-Key of an accepted answer as used.
 *
 * @param isStored Whether the Idempotency-Key is stored with the answer.
 */
function markUsed(
  ask: GroupAsk,
  { at, singleUseToken, idempotency }: AnswerInput,
  changes: GroupChanges,
  { answer, changed, isStored }: { answer: string; changed: boolean; isStored: boolean },
): void {
  if (singleUseToken) {
    ask.markUsed(singleUseToken);
    changes.useToken(ask.seq, singleUseToken);
  }
  if (idempotency) {
    const { slot, body } = idempotency;
    const row = { slot, body, answer, day: dayOf(at), second: secondOfDay(at), changed: changed ? 1 : 0 };
    ask.addIdempotencyRow(row);
    if (!isStored) changes.addIdempotencyRow(ask.seq, row);
  }
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
