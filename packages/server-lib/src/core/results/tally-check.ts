import type { Micros } from '../../base/clock.js';
import { foldText } from '../../base/normalize-text.js';
import type { Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all } from '../../db/sql/statement.js';
import type { StoreCheck } from '../../db/store-check.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { selectTallies, type TallyRow } from '../answers/answer-queries.js';
import { wireIdOf } from '../ids.js';
import type { AnswerCounter } from '../kind-definition.js';
import { purgedAnswersBucket } from '../retention/purge-answers.js';
import { answerCounterFor } from './answer-contributions.js';
import type { Contribution } from './contribution.js';
import { withHour } from './timeline.js';

/** The number of answers per read. Limits the memory that the check needs. */
const batchSize = 1_000;

interface CountedAsk {
  seq: number;
  id: string;
  kind: AskKind;
  definition: string;
  /** Null if the row of counters is missing. */
  answers: number | null;
}

/** Counts every answer again, adds the purged ones, and reports differences to the stored results. */
export const tallyCheck = createTallyCheck({ purges: true });

/** The same check for schemas without purged answers. */
export const tallyCheckWithoutPurges = createTallyCheck({ purges: false });

function createTallyCheck({ purges }: { purges: boolean }): StoreCheck {
  return {
    name: 'the results match the answers',
    find: () => findDifferences(purges),
  };
}

function* findDifferences(purges: boolean): Operation<string[]> {
  const findings: string[] = [];
  let after = 0;
  for (;;) {
    const asks = yield* all<CountedAsk>`
      select a.seq, a.id, a.kind, a.definition, c.answers
      from askwell_asks a left join askwell_counters c on c.ask = a.seq where a.seq > ${after} and a.kind not in ('deleted', 'importing') order by a.seq limit ${batchSize}`;
    for (const ask of asks) for (const difference of yield* differences(ask, purges)) findings.push(difference);
    const last = asks.at(-1);
    if (!last) return findings;
    after = last.seq;
  }
}

function* differences(ask: CountedAsk, purges: boolean): Operation<string[]> {
  const wireId = wireIdOf(ask);
  const counter = tryRead(() => answerCounterFor(ask));
  if (!counter) return [`${wireId}: cannot count the answers, because the definition cannot be read.`];
  const purgedTallies = purges ? yield* selectPurgedTallies(ask.seq) : new Map<string, number>();
  const counted = yield* countAnswers(ask.seq, counter, purgedTallies);
  if ('unreadable' in counted) {
    return [`${wireId}: cannot count the answers, because answer ${counted.unreadable} does not match the definition.`];
  }
  const stored = new Map<string, number>();
  for (const { bucket, n } of yield* selectTallies(ask.seq)) stored.set(bucket, n);
  for (const { input, folded, n } of yield* selectWriteInCounts(ask.seq)) stored.set(writeInKey(input, folded), n);

  const findings: string[] = [];
  if (counted.answers !== ask.answers) {
    const stored = ask.answers === null ? 'the counters are missing' : `the counters say ${ask.answers} answers`;
    findings.push(`${wireId}: ${stored}, but ${counted.answers} answers are stored.`);
  }
  for (const bucket of new Set([...stored.keys(), ...counted.tallies.keys()])) {
    const actual = stored.get(bucket) ?? 0;
    const expected = counted.tallies.get(bucket) ?? 0;
    if (actual !== expected)
      findings.push(`${wireId}: the result for "${bucket}" is ${actual}, but the answers add up to ${expected}.`);
  }
  return findings;
}

type CountedAnswers = { answers: number; tallies: Map<string, number> } | { unreadable: string };

/** Reads the tallies of purged answers. */
function* selectPurgedTallies(ask: number): Operation<Map<string, number>> {
  const rows = yield* all<TallyRow>`select bucket, n from askwell_carried where ask = ${ask}`;
  return new Map(rows.map(({ bucket, n }) => [bucket, n]));
}

/** The columns of an answer that count. Earlier schema versions have no other columns. */
interface CheckedRow {
  id: string;
  body: string;
  created_at: Micros;
}

function selectCheckedRows(ask: number, after: string): Operation<CheckedRow[]> {
  return all<CheckedRow>`
    select r.id, r.body, r.created_at from askwell_answers r
    where ${inIdRange(ask, { after })} ${byId('asc')} limit ${batchSize}`;
}

function* countAnswers(
  ask: number,
  { contribute }: AnswerCounter,
  purgedTallies: ReadonlyMap<string, number>,
): Operation<CountedAnswers> {
  const tallies = new Map(purgedTallies);
  tallies.delete(purgedAnswersBucket);
  let answers = purgedTallies.get(purgedAnswersBucket) ?? 0;
  let after = '';
  for (;;) {
    const rows: CheckedRow[] = yield* selectCheckedRows(ask, after);
    for (const { id, body, created_at } of rows) {
      answers++;
      const counts = tryRead(() => withHour(contribute(body), created_at).map(toCount));
      if (!counts) return { unreadable: id };
      for (const { bucket, n } of counts) tallies.set(bucket, (tallies.get(bucket) ?? 0) + n);
    }
    const last = rows.at(-1);
    if (!last) return { answers, tallies };
    after = last.id;
  }
}

function toCount(contribution: Contribution): { bucket: string; n: number } {
  if ('bucket' in contribution) return contribution;
  return { bucket: writeInKey(contribution.input, foldText(contribution.writeIn)), n: 1 };
}

/** Returns undefined if the stored data is too damaged to be read. */
function tryRead<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function selectWriteInCounts(ask: number): Operation<{ input: string; folded: string; n: number }[]> {
  return all<{ input: string; folded: string; n: number }>`
    select input, folded, n from askwell_write_ins where ask = ${ask} and n <> 0`;
}

/** Returns a key for a write-in that cannot equal a bucket name. */
function writeInKey(input: string, folded: string): string {
  return `$written in${input === '' ? '' : ` at ${input}`}: ${folded}`;
}
