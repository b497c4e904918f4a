import type { Micros } from '../../base/clock.js';
import { toHex } from '../../base/crypto/hex.js';
import type { AnswerCounter } from '../kind-definition.js';
import { answerCounterFor } from '../results/answer-contributions.js';
import { bucketOf } from '../results/contribution.js';
import { type IdempotencyRow, isRemembered, toIdempotencyRow } from './answer-idempotency.js';
import type { GroupedAskRow, TokenRow, VoterRow } from './group-queries.js';

/** One answer of a voter. */
export interface RecordedAnswer {
  id: string;
  body: string;
  nth: number;
  readonly createdAt: Micros;
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
  readonly #networks = new Map<string, number>();
  readonly #replays = new Map<string, IdempotencyRow[]>();
  /** The deleted answers that stored Idempotency-Keys refer to. */
  readonly #gone = new Set<string>();
  readonly #tickets = new Set<string>();
  readonly #usedTokens = new Set<string>();
  readonly #checked = new Map<string, number>();
  /** The stored counts of buckets. */
  readonly #counts = new Map<string, number>();
  #counting: AnswerCounter | undefined;

  constructor(readonly row: GroupedAskRow) {
    this.seq = row.seq;
    this.version = row.version;
    this.updatedAt = row.updated_at;
    this.answers = row.answers;
  }

  /** Counts the answers. Only valid if the answers were checked against this version. */
  get counter(): AnswerCounter {
    this.#counting ??= answerCounterFor(this.row);
    return this.#counting;
  }

  /**
   * Returns the buckets of an answer that have a maximum count, and the bucket of answers that do not count. The answer must have been checked against the current version of
   * the ask.
   */
  cappedBuckets(body: string): string[] {
    const { caps, contribute, uncounted } = this.counter;
    const always = uncounted === null ? [] : [uncounted];
    if (caps.size === 0) return always;
    const capped = contribute(body).flatMap((contribution) => {
      const bucket = bucketOf(contribution);
      return bucket !== undefined && caps.has(bucket) ? [bucket] : [];
    });
    return [...capped, ...always];
  }

  /** Returns the answers of a voter, in the order of their numbers. */
  answersOf(voter: string): readonly RecordedAnswer[] {
    return this.#answers.get(voter) ?? noAnswers;
  }

  /** Returns the number of purged answers of a voter. */
  purgedCount(voter: string): number {
    return this.#purged.get(voter) ?? 0;
  }

  /** Returns the number of answers from a network, including purged ones. */
  networkCount(network: string): number {
    return this.#networks.get(network) ?? 0;
  }

  /** Adds to the number of answers from a network. */
  countInNetwork(network: string, n: number): void {
    this.#networks.set(network, this.networkCount(network) + n);
  }

  addAnswer(voter: string, answer: RecordedAnswer): void {
    const answers = listAt(this.#answers, voter);
    answers.push(answer);
    if (answers.length > 1) answers.sort((a, b) => a.nth - b.nth);
  }

  /** Adds the stored data of a voter. */
  addVoterRow(row: VoterRow): void {
    const voter = toHex(row.voter);
    if (row.id === null) {
      if (row.n === null) this.#tickets.add(voter);
      else this.#purged.set(voter, row.n);
      return;
    }
    const { id, body, n, replay, created_at } = row;
    this.addAnswer(voter, { id, body, nth: n, createdAt: created_at });
    if (replay) this.addIdempotencyRow(toIdempotencyRow({ id, replay, created_at }));
  }

  /** Returns the latest request with the same Idempotency-Key. */
  findIdempotencyRow(slot: string, at: number): IdempotencyRow | undefined {
    return this.#replays.get(slot)?.find((row) => isRemembered(row, at));
  }

  /** @param isStored Whether the answer is stored, or part of the group. */
  addIdempotencyRow(row: IdempotencyRow, isStored = true): void {
    listAt(this.#replays, row.slot).unshift(row);
    if (!isStored) this.#gone.add(row.answer);
  }

  /** Returns whether the answer of an Idempotency-Key was deleted. */
  isGone(answer: string): boolean {
    return this.#gone.has(answer);
  }

  /** Returns whether a voter is a ticket that was not withdrawn. */
  isTicket(voter: string): boolean {
    return this.#tickets.has(voter);
  }

  addTokenRow(row: TokenRow): void {
    const token = toHex(row.token);
    if (row.is_spent === 1) this.#usedTokens.add(token);
    if (row.checked > 0) this.#checked.set(token, row.checked);
  }

  isUsed(token: string): boolean {
    return this.#usedTokens.has(token);
  }

  /** Returns the number of answers that were checked with a token. */
  checkedCount(token: string): number {
    return this.#checked.get(token) ?? 0;
  }

  markUsed(token: string): void {
    this.#usedTokens.add(token);
  }

  setCount(bucket: string, n: number): void {
    this.#counts.set(bucket, n);
  }

  /** Returns the stored count of a capped bucket. */
  storedCount(bucket: string): number {
    return this.#counts.get(bucket) ?? 0;
  }
}

const noAnswers: readonly RecordedAnswer[] = [];

function listAt<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const existing = lists.get(key);
  if (existing) return existing;
  const created: Item[] = [];
  lists.set(key, created);
  return created;
}
