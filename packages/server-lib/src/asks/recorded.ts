import { toBytes, toHex } from '../crypto/hex.js';
import { chunks } from '../store/chunks.js';
import type { Operation } from '../store/operation.js';
import { all, rows } from '../store/statement.js';
import type { AskKind } from './contract.js';
import type { AnswerInput } from './record-answers.js';
import { isRemembered, momentOf, type Replay, type ReplayRow, replaysIn } from './replay.js';

/** What judging an answer needs to know of its ask. */
export interface AskFacts {
  seq: number;
  kind: AskKind;
  version: number;
  definition: string;
  answers: number;
}

/** One of the answers that a voter has given. */
export interface GivenAnswer {
  id: string;
  body: string;
  nth: number;
}

/** All that a group of answers depends on, read for the whole of it at once: a look-up for each would cost several times as much. */
export class Recorded {
  readonly #asks = new Map<number, AskFacts>();
  readonly #given = new Map<string, GivenAnswer[]>();
  readonly #replays = new Map<string, ReplayRow[]>();
  readonly #spent = new Set<string>();

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    const wanted = [...new Set(inputs.map((input) => input.ask))].sort((a, b) => a - b);
    for (const part of chunks(wanted)) {
      const found = yield* all<AskFacts>`
        select a.seq, a.kind, a.version, a.definition, c.answers
        from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq in ${rows([part])}`;
      for (const ask of found) this.#asks.set(ask.seq, ask);
    }
    for (const ask of this.#asks.keys()) {
      const theirs = inputs.filter((input) => input.ask === ask);
      yield* this.#readGiven(ask, theirs);
      yield* this.#readReplays(ask, theirs);
      yield* this.#readSpent(ask, theirs);
    }
  }

  ask(seq: number): AskFacts | undefined {
    return this.#asks.get(seq);
  }

  /** What a voter has given, by its number; a group adds to it what it takes. */
  given(ask: number, voter: string): GivenAnswer[] {
    return listAt(this.#given, keyOf(ask, voter));
  }

  /** What the same Idempotency-Key brought last. */
  replay({ ask, at }: AnswerInput, { slot }: Replay): ReplayRow | undefined {
    return this.#replays.get(keyOf(ask, slot))?.find((row) => isRemembered(row, at));
  }

  isSpent(ask: number, token: string): boolean {
    return this.#spent.has(keyOf(ask, token));
  }

  /** What the group itself takes counts for those behind it. */
  spend(ask: number, token: string): void {
    this.#spent.add(keyOf(ask, token));
  }

  remember(ask: number, row: ReplayRow): void {
    listAt(this.#replays, keyOf(ask, row.slot)).unshift(row);
  }

  *#readGiven(ask: number, inputs: readonly AnswerInput[]): Operation<void> {
    for (const part of distinct(inputs, ({ voter, perVoter }) => (perVoter === null ? null : voter))) {
      const found = yield* all<GivenAnswer & { voter: Uint8Array }>`
        select voter, id, body, nth from askwell_answers
        where ask = ${ask} and voter in ${rows([part.map(toBytes)])} and nth is not null order by voter, nth`;
      for (const { voter, ...answer } of found) this.given(ask, toHex(voter)).push(answer);
    }
  }

  *#readReplays(ask: number, inputs: readonly AnswerInput[]): Operation<void> {
    const days = new Set(inputs.map(({ at }) => momentOf(at).day).flatMap((day) => [day - 1, day]));
    for (const part of distinct(inputs, ({ replay }) => replay?.slot ?? null)) {
      for (const row of yield* replaysIn(ask, [...days], part)) this.remember(ask, row);
    }
  }

  *#readSpent(ask: number, inputs: readonly AnswerInput[]): Operation<void> {
    for (const part of distinct(inputs, ({ spends }) => spends)) {
      const found = yield* all<{ token: Uint8Array }>`
        select token from askwell_spent where ask = ${ask} and token in ${rows([part.map(toBytes)])}`;
      for (const { token } of found) this.spend(ask, toHex(token));
    }
  }
}

/** The different texts that inputs have at a place, in pieces for statements. */
function distinct(
  inputs: readonly AnswerInput[],
  textOf: (input: AnswerInput) => string | null,
): Iterable<readonly string[]> {
  return chunks([...new Set(inputs.map(textOf))].filter((text) => text !== null));
}

function listAt<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const made: Item[] = [];
  lists.set(key, made);
  return made;
}

function keyOf(ask: number, text: string): string {
  return `${ask}:${text}`;
}
