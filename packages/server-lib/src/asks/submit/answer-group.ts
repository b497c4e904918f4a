import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import type { Operation } from '../../store/operation.js';
import { all, rows } from '../../store/statement.js';
import type { AskKind } from '../ask-types.js';
import type { AnswerCounter } from '../kind-definition.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import {
  dayOf,
  type IdempotencyRow,
  idempotencyRowOf,
  isRemembered,
  selectIdempotencyRows,
} from './answer-idempotency.js';
import type { AnswerInput } from './answer-input.js';

interface AskRow {
  seq: number;
  kind: AskKind;
  version: number;
  definition: string;
  answers: number;
  /** 1 where voters are known whose answers were purged. */
  purges: number;
}

/** One of the answers that a voter has given. */
export interface RecordedAnswer {
  id: string;
  body: string;
  nth: number;
}

interface GivenRow extends RecordedAnswer {
  voter: Uint8Array;
  replay: Uint8Array | null;
  created_at: Micros;
}

/** All that a group of answers depends on, read for the whole of it at once: a look-up for each would cost several times as much. */
export class AnswerGroup {
  readonly #asks = new Map<number, AskInGroup>();

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    const byAsk = new Map<number, AnswerInput[]>();
    for (const input of inputs) listAt(byAsk, input.ask).push(input);
    for (const part of chunks([...byAsk.keys()].sort((a, b) => a - b))) {
      const found = yield* all<AskRow>`
        select a.seq, a.kind, a.version, a.definition, c.answers,
          exists (select 1 from askwell_purged_voters p where p.ask = a.seq) as purges
        from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq in ${rows([part])}`;
      for (const row of found) this.#asks.set(row.seq, new AskInGroup(row));
    }
    for (const ask of this.#asks.values()) yield* ask.read(byAsk.get(ask.seq) ?? []);
  }

  ask(seq: number): AskInGroup | undefined {
    return this.#asks.get(seq);
  }
}

/** What answers to one ask depend on. A group adds to it what it takes, so that it counts for those behind. */
export class AskInGroup {
  readonly seq: number;
  readonly version: number;
  /** How many answers there are. */
  answers: number;
  readonly #given = new Map<string, RecordedAnswer[]>();
  readonly #purged = new Map<string, number>();
  readonly #replays = new Map<string, IdempotencyRow[]>();
  readonly #spent = new Set<string>();
  #counting: AnswerCounter | undefined;

  constructor(private readonly row: AskRow) {
    this.seq = row.seq;
    this.version = row.version;
    this.answers = row.answers;
  }

  /** How its answers are counted; asked for only where the version is the one that they were checked by. */
  get counting(): AnswerCounter {
    this.#counting ??= answerCounterFor(this.row);
    return this.#counting;
  }

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    yield* this.#readGiven(inputs);
    if (this.row.purges === 1) yield* this.#readPurged(inputs);
    yield* this.#readReplays(inputs);
    yield* this.#readSpent(inputs);
  }

  /** What a voter has given, by its number. */
  given(voter: string): readonly RecordedAnswer[] {
    return this.#given.get(voter) ?? nothing;
  }

  /** How many answers of a voter were purged. */
  purged(voter: string): number {
    return this.#purged.get(voter) ?? 0;
  }

  give(voter: string, answer: RecordedAnswer): void {
    const given = listAt(this.#given, voter);
    given.push(answer);
    if (given.length > 1) given.sort((a, b) => a.nth - b.nth);
  }

  /** What the same Idempotency-Key brought last. */
  replay(slot: string, at: number): IdempotencyRow | undefined {
    return this.#replays.get(slot)?.find((row) => isRemembered(row, at));
  }

  remember(row: IdempotencyRow): void {
    listAt(this.#replays, row.slot).unshift(row);
  }

  isSpent(token: string): boolean {
    return this.#spent.has(token);
  }

  spend(token: string): void {
    this.#spent.add(token);
  }

  *#readGiven(inputs: readonly AnswerInput[]): Operation<void> {
    for (const part of distinct(inputs, ({ voter, perVoter }) => (perVoter === null ? null : voter))) {
      const found = yield* all<GivenRow>`
        select voter, id, body, nth, replay, created_at from askwell_answers
        where ask = ${this.seq} and voter in ${rows([part.map(fromHex)])} and nth is not null order by voter, nth`;
      for (const { voter, id, body, nth, replay, created_at } of found) {
        this.give(toHex(voter), { id, body, nth });
        if (replay) this.remember(idempotencyRowOf({ id, replay, created_at }));
      }
    }
  }

  *#readPurged(inputs: readonly AnswerInput[]): Operation<void> {
    for (const part of distinct(inputs, ({ voter, perVoter }) => (perVoter === null ? null : voter))) {
      const found = yield* all<{ voter: Uint8Array; n: number }>`
        select voter, n from askwell_purged_voters where ask = ${this.seq} and voter in ${rows([part.map(fromHex)])}`;
      for (const { voter, n } of found) this.#purged.set(toHex(voter), n);
    }
  }

  *#readReplays(inputs: readonly AnswerInput[]): Operation<void> {
    const days = new Set(inputs.map(({ at }) => dayOf(at)).flatMap((day) => [day - 1, day]));
    for (const part of distinct(inputs, ({ replay }) => replay?.slot ?? null)) {
      for (const row of yield* selectIdempotencyRows(this.seq, [...days], part)) this.remember(row);
    }
  }

  *#readSpent(inputs: readonly AnswerInput[]): Operation<void> {
    for (const part of distinct(inputs, ({ spends }) => spends)) {
      const found = yield* all<{ token: Uint8Array }>`
        select token from askwell_spent where ask = ${this.seq} and token in ${rows([part.map(fromHex)])}`;
      for (const { token } of found) this.spend(toHex(token));
    }
  }
}

const nothing: readonly RecordedAnswer[] = [];

/** The different texts that inputs have at a place, in pieces for statements. */
function distinct(
  inputs: readonly AnswerInput[],
  textOf: (input: AnswerInput) => string | null,
): Iterable<readonly string[]> {
  const texts = new Set<string>();
  for (const input of inputs) {
    const text = textOf(input);
    if (text !== null) texts.add(text);
  }
  return chunks([...texts]);
}

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const made: Item[] = [];
  lists.set(key, made);
  return made;
}
