import type { Contribution } from '../../inputs/contribution.js';
import { fold } from '../../inputs/text/normalize-text.js';
import type { Operation } from '../../store/operation.js';
import { all } from '../../store/statement.js';
import type { StoreCheck } from '../../store/store-check.js';
import { type AnswerRow, answersOf, selectTallies, type TallyRow } from '../answers/answer-queries.js';
import type { AskKind } from '../ask-types.js';
import { wireIdOf } from '../ids.js';
import type { AnswerCounter } from '../kind-definition.js';
import { purgedAnswers } from '../retention/purge-answers.js';
import { answerCounterFor } from './answer-contributions.js';
import { hourBucket } from './timeline.js';

/** Answers read at a time, so that an ask of any size is recounted in little memory. */
const slice = 1_000;
const everything = { since: null, until: null, voter: null };

interface CountedAsk {
  seq: number;
  id: string;
  kind: AskKind;
  definition: string;
  /** Null where its row of counters is gone. */
  answers: number | null;
}

/** Counts every answer again and compares: results must equal what the answers add up to, with those that were purged. */
export const recount = recountWith({ purges: true });

/** The same for a schema from before answers were purged. */
export const recountWithoutPurges = recountWith({ purges: false });

function recountWith({ purges }: { purges: boolean }): StoreCheck {
  return {
    name: 'its results equal what the answers add up to',
    find: () => findDifferences(purges),
  };
}

function* findDifferences(purges: boolean): Operation<string[]> {
  const findings: string[] = [];
  let after = 0;
  for (;;) {
    const asks = yield* all<CountedAsk>`
      select a.seq, a.id, a.kind, a.definition, c.answers
      from askwell_asks a left join askwell_counters c on c.ask = a.seq where a.seq > ${after} and a.kind <> 'deleted' order by a.seq limit ${slice}`;
    for (const ask of asks) for (const difference of yield* differences(ask, purges)) findings.push(difference);
    const last = asks.at(-1);
    if (!last) return findings;
    after = last.seq;
  }
}

function* differences(ask: CountedAsk, purges: boolean): Operation<string[]> {
  const wireId = wireIdOf(ask);
  const counting = readable(() => answerCounterFor(ask));
  if (!counting) return [`${wireId} can't be counted: its definition can't be read.`];
  const carried = purges ? yield* carriedOf(ask.seq) : new Map<string, number>();
  const counted = yield* countAgain(ask.seq, counting, carried);
  if ('unreadable' in counted) {
    return [`${wireId} can't be counted: by its definition, its answer ${counted.unreadable} can't be read.`];
  }
  const stored = new Map<string, number>();
  for (const { bucket, n } of yield* selectTallies(ask.seq)) stored.set(bucket, n);
  for (const { input, folded, n } of yield* storedWriteIns(ask.seq)) stored.set(writeInKey(input, folded), n);

  const findings: string[] = [];
  if (counted.answers !== ask.answers) {
    const said = ask.answers === null ? 'is not said to have any' : `is said to have ${ask.answers}`;
    findings.push(`${wireId} ${said} answers, and has ${counted.answers}.`);
  }
  for (const bucket of new Set([...stored.keys(), ...counted.tallies.keys()])) {
    const is = stored.get(bucket) ?? 0;
    const shouldBe = counted.tallies.get(bucket) ?? 0;
    if (is !== shouldBe)
      findings.push(`${wireId} counts ${is} for "${bucket}", and its answers add up to ${shouldBe}.`);
  }
  return findings;
}

type Recounted = { answers: number; tallies: Map<string, number> } | { unreadable: string };

/** What purged answers add to the results. */
function* carriedOf(ask: number): Operation<Map<string, number>> {
  const rows = yield* all<TallyRow>`select bucket, n from askwell_carried where ask = ${ask}`;
  return new Map(rows.map(({ bucket, n }) => [bucket, n]));
}

function* countAgain(
  ask: number,
  { contribute }: AnswerCounter,
  carried: ReadonlyMap<string, number>,
): Operation<Recounted> {
  const tallies = new Map(carried);
  tallies.delete(purgedAnswers);
  let answers = carried.get(purgedAnswers) ?? 0;
  let after: string | null = null;
  for (;;) {
    const rows: AnswerRow[] = yield* answersOf(ask, everything, { after, limit: slice, order: 'asc' });
    for (const { id, body, created_at } of rows) {
      answers++;
      const counts = readable(() => [...contribute(body), hourBucket(created_at)].map(toCount));
      if (!counts) return { unreadable: id };
      for (const { bucket, n } of counts) tallies.set(bucket, (tallies.get(bucket) ?? 0) + n);
    }
    const last = rows.at(-1);
    if (!last) return { answers, tallies };
    after = last.id;
  }
}

function toCount(one: Contribution): { bucket: string; n: number } {
  return 'bucket' in one ? one : { bucket: writeInKey(one.input, fold(one.writeIn)), n: 1 };
}

/** What is stored may be so damaged that no sense can be made of it. */
function readable<Sense>(read: () => Sense): Sense | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function storedWriteIns(ask: number): Operation<{ input: string; folded: string; n: number }[]> {
  return all<{ input: string; folded: string; n: number }>`
    select input, folded, n from askwell_write_ins where ask = ${ask} and n <> 0`;
}

/** No bucket begins so. */
function writeInKey(input: string, folded: string): string {
  return `$written in${input === '' ? '' : ` at ${input}`}: ${folded}`;
}
