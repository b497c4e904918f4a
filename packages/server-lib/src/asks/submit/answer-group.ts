import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import { lockAsks } from '../../store/locks.js';
import type { Operation } from '../../store/operation.js';
import { all, rows } from '../../store/statement.js';
import { countCheckedAnswers } from '../answers/checked-answers.js';
import type { AskKind } from '../ask-types.js';
import type { AnswerCounter } from '../kind-definition.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { selectTickets } from '../tickets/ticket-queries.js';
import { dayOf, type IdempotencyRow, isRemembered, toIdempotencyRow } from './answer-idempotency.js';
import { selectIdempotencyRows } from './answer-idempotency-queries.js';
import type { AnswerInput } from './answer-input.js';

interface AskRow {
  seq: number;
  kind: AskKind;
  version: number;
  updated_at: Micros;
  definition: string;
  answers: number;
  /** 1 if voters are recorded whose answers were purged. */
  purges: number;
}

/** One answer of a voter. */
export interface RecordedAnswer {
  id: string;
  body: string;
  nth: number;
}

interface VoterAnswerRow extends RecordedAnswer {
  voter: Uint8Array;
  replay: Uint8Array | null;
  created_at: Micros;
}

/**
 * The stored data that a group of answers depends on. Read for the whole group at once, because a query for each answer
 * would cost several times as much.
 */
export class AnswerGroup {
  readonly #asks = new Map<number, GroupAsk>();

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    const byAsk = new Map<number, AnswerInput[]>();
    for (const input of inputs) listAt(byAsk, input.ask).push(input);
    const seqs = [...byAsk.keys()].sort((a, b) => a - b);
    yield* lockAsks(seqs);
    for (const chunk of chunks(seqs)) {
      const found = yield* all<AskRow>`
        select a.seq, a.kind, a.version, a.updated_at, a.definition, c.answers,
          exists (select 1 from askwell_purged_voters p where p.ask = a.seq) as purges
        from askwell_asks a join askwell_counters c on c.ask = a.seq where a.seq in ${rows([chunk])}`;
      for (const row of found) this.#asks.set(row.seq, new GroupAsk(row));
    }
    for (const ask of this.#asks.values()) yield* ask.read(byAsk.get(ask.seq) ?? []);
  }

  ask(seq: number): GroupAsk | undefined {
    return this.#asks.get(seq);
  }
}

/** The stored data that answers to one ask depend on. Includes the answers that the group has already added. */
export class GroupAsk {
  readonly seq: number;
  readonly version: number;
  readonly updatedAt: Micros;
  /** The number of answers. */
  answers: number;
  readonly #answers = new Map<string, RecordedAnswer[]>();
  readonly #purged = new Map<string, number>();
  readonly #replays = new Map<string, IdempotencyRow[]>();
  readonly #tickets = new Set<string>();
  readonly #spent = new Set<string>();
  readonly #checked = new Map<string, number>();
  #counting: AnswerCounter | undefined;

  constructor(private readonly row: AskRow) {
    this.seq = row.seq;
    this.version = row.version;
    this.updatedAt = row.updated_at;
    this.answers = row.answers;
  }

  /** Counts the answers. Only valid if the version equals the one the answers were checked against. */
  get counter(): AnswerCounter {
    this.#counting ??= answerCounterFor(this.row);
    return this.#counting;
  }

  *read(inputs: readonly AnswerInput[]): Operation<void> {
    yield* this.#readVoterAnswers(inputs);
    if (this.row.purges === 1) yield* this.#readPurged(inputs);
    yield* this.#readReplays(inputs);
    yield* this.#readTickets(inputs);
    yield* this.#readSpent(inputs);
  }

  /** Returns the answers of a voter, in the order of their numbers. */
  answersOf(voter: string): readonly RecordedAnswer[] {
    return this.#answers.get(voter) ?? noAnswers;
  }

  /** Returns the number of purged answers of a voter. */
  purgedCount(voter: string): number {
    return this.#purged.get(voter) ?? 0;
  }

  addAnswer(voter: string, answer: RecordedAnswer): void {
    const answers = listAt(this.#answers, voter);
    answers.push(answer);
    if (answers.length > 1) answers.sort((a, b) => a.nth - b.nth);
  }

  /** Returns the latest request with the same Idempotency-Key. */
  findIdempotencyRow(slot: string, at: number): IdempotencyRow | undefined {
    return this.#replays.get(slot)?.find((row) => isRemembered(row, at));
  }

  addIdempotencyRow(row: IdempotencyRow): void {
    listAt(this.#replays, row.slot).unshift(row);
  }

  /** Returns whether a voter is a ticket that was not withdrawn. */
  isTicket(voter: string): boolean {
    return this.#tickets.has(voter);
  }

  isSpent(token: string): boolean {
    return this.#spent.has(token);
  }

  /** Returns the number of answers that were checked with a token. */
  checkedCount(token: string): number {
    return this.#checked.get(token) ?? 0;
  }

  markSpent(token: string): void {
    this.#spent.add(token);
  }

  *#readVoterAnswers(inputs: readonly AnswerInput[]): Operation<void> {
    for (const chunk of distinctChunks(inputs, ({ voter, maxPerVoter }) => (maxPerVoter === null ? null : voter))) {
      const found = yield* all<VoterAnswerRow>`
        select voter, id, body, nth, replay, created_at from askwell_answers
        where ask = ${this.seq} and voter in ${rows([chunk.map(fromHex)])} and nth is not null order by voter, nth`;
      for (const { voter, id, body, nth, replay, created_at } of found) {
        this.addAnswer(toHex(voter), { id, body, nth });
        if (replay) this.addIdempotencyRow(toIdempotencyRow({ id, replay, created_at }));
      }
    }
  }

  *#readPurged(inputs: readonly AnswerInput[]): Operation<void> {
    for (const chunk of distinctChunks(inputs, ({ voter, maxPerVoter }) => (maxPerVoter === null ? null : voter))) {
      const found = yield* all<{ voter: Uint8Array; n: number }>`
        select voter, n from askwell_purged_voters where ask = ${this.seq} and voter in ${rows([chunk.map(fromHex)])}`;
      for (const { voter, n } of found) this.#purged.set(toHex(voter), n);
    }
  }

  *#readReplays(inputs: readonly AnswerInput[]): Operation<void> {
    // The clock of another instance may already be in the next day.
    const days = new Set(inputs.map(({ at }) => dayOf(at)).flatMap((day) => [day - 1, day, day + 1]));
    for (const chunk of distinctChunks(inputs, ({ idempotency }) => idempotency?.slot ?? null)) {
      for (const row of yield* selectIdempotencyRows(this.seq, [...days], chunk)) this.addIdempotencyRow(row);
    }
  }

  *#readTickets(inputs: readonly AnswerInput[]): Operation<void> {
    for (const chunk of distinctChunks(inputs, ({ voter, needsTicket }) => (needsTicket ? voter : null))) {
      for (const ticket of yield* selectTickets(this.seq, chunk)) this.#tickets.add(ticket);
    }
  }

  *#readSpent(inputs: readonly AnswerInput[]): Operation<void> {
    for (const chunk of distinctChunks(inputs, ({ singleUseToken }) => singleUseToken)) {
      const found = yield* all<{ token: Uint8Array }>`
        select token from askwell_spent where ask = ${this.seq} and token in ${rows([chunk.map(fromHex)])}`;
      for (const { token } of found) this.markSpent(toHex(token));
      for (const [token, n] of yield* countCheckedAnswers(this.seq, chunk)) this.#checked.set(token, n);
    }
  }
}

const noAnswers: readonly RecordedAnswer[] = [];

/** Returns the distinct texts of inputs, in chunks that fit into a statement. */
function distinctChunks(
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
  const existing = lists.get(key);
  if (existing) return existing;
  const created: Item[] = [];
  lists.set(key, created);
  return created;
}
