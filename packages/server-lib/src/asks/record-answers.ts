import type { Micros } from '../clock.js';
import type { Contribution } from '../inputs/input.js';
import { chunks } from '../store/chunks.js';
import { type Operation, writeBySet } from '../store/operation.js';
import { all, one, rows, run } from '../store/statement.js';
import type { AskKind } from './contract.js';
import { countingFor } from './counting.js';
import { TallyChanges } from './tallies.js';
import { hourBucket } from './timeline.js';

/** How long an Idempotency-Key is remembered. */
const replayable: Micros = 24 * 3600 * 1_000_000;
const dayLength: Micros = replayable;

/** An answer on its way into the database, already checked against the definition of `version`. */
export interface AnswerInput {
  readonly ask: number;
  readonly version: number;
  readonly id: string;
  readonly body: string;
  readonly voter: Uint8Array | null;
  /** How many answers one voter may give; null: as many as they like. */
  readonly perVoter: number | null;
  /** Whether a further answer replaces the voter's last one. */
  readonly change: boolean;
  readonly maxAnswers: number | null;
  readonly at: Micros;
  readonly replay: { readonly slot: Uint8Array; readonly body: Uint8Array } | null;
  /** What one answer alone may use. */
  readonly spends: Uint8Array | null;
}

export type AnswerOutcome =
  | { readonly answer: string; readonly changed: boolean; readonly replayed: boolean }
  | { readonly refused: 'unknown' | 'stale' | 'mismatch' | 'gone' | 'already_answered' | 'full' };

interface AskFacts {
  seq: number;
  kind: AskKind;
  version: number;
  definition: string;
  answers: number;
}

interface GivenAnswer {
  id: string;
  body: string;
  nth: number;
  created_at: Micros;
}

interface ReplayRow {
  body: Uint8Array;
  answer: string;
  created_at: Micros;
}

/**
 * Records a whole group of answers: first everything they depend on is read, then each is judged in its order as if the
 * ones before it were already written, then all of it is written. What one transaction holds stands or falls together.
 */
export const recordAnswers = writeBySet('answers.record', function* (inputs: readonly AnswerInput[]) {
  const group = new Group();
  yield* group.read(inputs);
  const outcomes: AnswerOutcome[] = [];
  for (const input of inputs) outcomes.push(yield* group.judge(input));
  yield* group.write();
  return outcomes;
});

class Group {
  readonly #asks = new Map<number, AskFacts>();
  readonly #added: AnswerInput[] = [];
  readonly #spent = new Map<string, { ask: number; token: Uint8Array }>();
  readonly #nth = new Map<AnswerInput, number | null>();
  readonly #replays = new Map<string, ReplayRow & { input: AnswerInput }>();
  /** By ask and voter: what they have given, with what this group adds. */
  readonly #given = new Map<string, GivenAnswer[]>();
  readonly #tallies = new TallyChanges();

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    const wanted = [...new Set(inputs.map((input) => input.ask))].sort((a, b) => a - b);
    for (const part of chunks(wanted)) {
      const found = yield* all<AskFacts>`
        select a.seq, a.kind, a.version, a.definition, c.answers
        from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq in ${rows([part])}`;
      for (const ask of found) this.#asks.set(ask.seq, ask);
    }
  }

  *judge(input: AnswerInput): Operation<AnswerOutcome> {
    const ask = this.#asks.get(input.ask);
    if (!ask) return { refused: 'unknown' };
    const before = yield* this.#replayed(input);
    if (before) return before;
    if (ask.version !== input.version) return { refused: 'stale' };

    if (yield* this.#isSpent(input)) return { refused: 'already_answered' };

    const given = yield* this.#givenBy(input);
    const last = given.at(-1);
    if (input.perVoter !== null && last && given.length >= input.perVoter) {
      return input.change ? yield* this.#change(ask, input, last) : { refused: 'already_answered' };
    }
    if (input.maxAnswers !== null && ask.answers >= input.maxAnswers) return { refused: 'full' };
    if (!(yield* this.#fits(ask, input.body, undefined))) return { refused: 'full' };
    return this.#add(ask, input, given);
  }

  /** Writes what was judged: answers, tallies, counters and Idempotency-Keys. */
  *write(): Operation<void> {
    for (const part of chunks(this.#added)) {
      const values = part.map((input) => [
        input.ask,
        input.id,
        input.body,
        input.voter,
        this.#nth.get(input) ?? null,
        input.at,
      ]);
      yield* run`insert into askwell_answers (ask, id, body, voter, nth, created_at) values ${rows(values)}`;
    }
    for (const { ask, token } of this.#spent.values()) {
      yield* run`insert into askwell_spent (ask, token) values (${ask}, ${token})`;
    }
    yield* this.#tallies.write();
    yield* this.#writeReplays();
  }

  /** What the same request brought about before, in this group or earlier. */
  *#replayed(input: AnswerInput): Operation<AnswerOutcome | undefined> {
    if (!input.replay) return undefined;
    const { slot, body } = input.replay;
    const known = this.#replays.get(keyOf(input.ask, slot)) ?? (yield* findReplay(input.ask, slot, input.at));
    if (!known) return undefined;
    const waiting = this.#added.find((added) => added.id === known.answer);
    return yield* judgeReplay(input.ask, known, body, waiting?.at);
  }

  *#isSpent({ ask, spends }: AnswerInput): Operation<boolean> {
    if (!spends) return false;
    if (this.#spent.has(keyOf(ask, spends))) return true;
    return (yield* one`select 1 from askwell_spent where ask = ${ask} and token = ${spends}`) !== undefined;
  }

  *#givenBy(input: AnswerInput): Operation<GivenAnswer[]> {
    if (input.voter === null || input.perVoter === null) return [];
    const key = keyOf(input.ask, input.voter);
    const known = this.#given.get(key);
    if (known) return known;
    const found = yield* all<GivenAnswer>`
      select id, body, nth, created_at from askwell_answers
      where ask = ${input.ask} and voter = ${input.voter} and nth is not null order by nth`;
    this.#given.set(key, found);
    return found;
  }

  /** The voter's last answer becomes this one, under its old id. */
  *#change(ask: AskFacts, input: AnswerInput, last: GivenAnswer): Operation<AnswerOutcome> {
    if (!(yield* this.#fits(ask, input.body, last.body))) return { refused: 'full' };
    const { contribute } = countingFor(ask);
    this.#tallies.subtract(ask.seq, contribute(last.body));
    this.#tallies.add(ask.seq, contribute(input.body));
    last.body = input.body;
    const waiting = this.#added.findIndex((added) => added.id === last.id);
    const first = this.#added[waiting];
    if (first) {
      const changed = { ...first, body: input.body };
      this.#added[waiting] = changed;
      this.#nth.set(changed, last.nth);
    } else {
      yield* run`update askwell_answers set body = ${input.body} where ask = ${ask.seq} and id = ${last.id}`;
    }
    this.#spend(input);
    this.#keepReplay(input, last.id);
    return { answer: last.id, changed: true, replayed: false };
  }

  #add(ask: AskFacts, input: AnswerInput, given: GivenAnswer[]): AnswerOutcome {
    const nth = input.voter === null || input.perVoter === null ? null : lowestFree(given);
    this.#added.push(input);
    this.#nth.set(input, nth);
    if (nth !== null) {
      given.push({ id: input.id, body: input.body, nth, created_at: input.at });
      given.sort((a, b) => a.nth - b.nth);
    }
    ask.answers++;
    this.#tallies.count(ask.seq, 1);
    this.#tallies.add(ask.seq, [...countingFor(ask).contribute(input.body), hourBucket(input.at)]);
    this.#spend(input);
    this.#keepReplay(input, input.id);
    return { answer: input.id, changed: false, replayed: false };
  }

  /** Whether every capped bucket has room for what the answer adds. */
  *#fits(ask: AskFacts, body: string, replaced: string | undefined): Operation<boolean> {
    const { caps, contribute } = countingFor(ask);
    if (caps.size === 0) return true;
    const freed = new Set(replaced === undefined ? [] : contribute(replaced).map(bucketOf));
    for (const contribution of contribute(body)) {
      const bucket = bucketOf(contribution);
      const cap = bucket === undefined ? undefined : caps.get(bucket);
      if (bucket === undefined || cap === undefined || freed.has(bucket)) continue;
      if ((yield* this.#tallies.current(ask.seq, bucket)) >= cap) return false;
    }
    return true;
  }

  #spend({ ask, spends }: AnswerInput): void {
    if (spends) this.#spent.set(keyOf(ask, spends), { ask, token: spends });
  }

  #keepReplay(input: AnswerInput, answer: string): void {
    if (!input.replay) return;
    const { slot, body } = input.replay;
    this.#replays.set(keyOf(input.ask, slot), { body, answer, created_at: input.at, input });
  }

  *#writeReplays(): Operation<void> {
    for (const part of chunks([...this.#replays.values()])) {
      const values = part.map(({ input, body, answer, created_at }) => [
        input.ask,
        dayOf(created_at),
        input.replay?.slot ?? null,
        body,
        answer,
        created_at,
      ]);
      yield* run`
        insert into askwell_replays (ask, day, slot, body, answer, created_at) values ${rows(values)}
        on conflict (ask, day, slot) do update set body = excluded.body, answer = excluded.answer, created_at = excluded.created_at`;
    }
    for (const ask of new Set([...this.#replays.values()].map(({ input }) => input.ask))) {
      const newest = [...this.#replays.values()].find(({ input }) => input.ask === ask);
      if (newest) yield* run`delete from askwell_replays where ask = ${ask} and day < ${dayOf(newest.created_at) - 1}`;
    }
  }
}

/** What a request with this Idempotency-Key brought about before; undefined when none came. */
export function* replayOf(
  ask: number,
  replay: { readonly slot: Uint8Array; readonly body: Uint8Array },
  at: Micros,
): Operation<AnswerOutcome | undefined> {
  const known = yield* findReplay(ask, replay.slot, at);
  return known && (yield* judgeReplay(ask, known, replay.body, undefined));
}

function* findReplay(ask: number, slot: Uint8Array, at: Micros): Operation<ReplayRow | undefined> {
  const day = dayOf(at);
  return yield* one<ReplayRow>`
    select body, answer, created_at from askwell_replays
    where ask = ${ask} and day in (${day}, ${day - 1}) and slot = ${slot} and created_at > ${at - replayable}`;
}

/** `waitingSince`: when the answer came, where it is not written yet. */
function* judgeReplay(
  ask: number,
  known: ReplayRow,
  body: Uint8Array,
  waitingSince: Micros | undefined,
): Operation<AnswerOutcome> {
  if (Buffer.compare(known.body, body) !== 0) return { refused: 'mismatch' };
  const stored =
    waitingSince === undefined
      ? yield* one<{
          created_at: Micros;
        }>`select created_at from askwell_answers where ask = ${ask} and id = ${known.answer}`
      : { created_at: waitingSince };
  // A change keeps the time of the answer that it changed.
  if (!stored) return { refused: 'gone' };
  return { answer: known.answer, changed: stored.created_at !== known.created_at, replayed: true };
}

function bucketOf(contribution: Contribution): string | undefined {
  return 'bucket' in contribution ? contribution.bucket : undefined;
}

/** The first number no answer of the voter has: after a deletion, the deleted one's. */
function lowestFree(given: readonly GivenAnswer[]): number {
  let nth = 0;
  for (const answer of given) if (answer.nth === nth) nth++;
  return nth;
}

function keyOf(ask: number, bytes: Uint8Array): string {
  return `${ask}:${Buffer.from(bytes).toString('latin1')}`;
}

function dayOf(at: Micros): number {
  return Math.floor(at / dayLength);
}
