import type { Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import type { LoggedAsk } from '../../db/changes/change.js';
import { advanceHeads, appendChanges } from '../../db/changes/log-changes.js';
import type { Operation } from '../../db/operation.js';
import { Bulk, combined, type Step } from '../../db/sets/statement-set.js';
import { valuesOf } from '../../db/sql/dialect.js';
import { run, sql, type Value } from '../../db/sql/statement.js';
import { nextUpdate } from '../answers/answer-queries.js';
import { deleteCheckedAnswers } from '../answers/checked-answers.js';
import { TallyChanges } from '../results/tally-changes.js';
import { type IdempotencyMark, type IdempotencyRow, idempotencyBytes } from './answer-idempotency.js';
import { type AskIdempotencyRow, idempotencyWrites } from './answer-idempotency-queries.js';
import { type AskKey, toBytesRow } from './ask-key.js';
import { GroupLog } from './group-log.js';

/** A row to insert. */
export interface NewAnswer {
  readonly ask: number;
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly respondent: string | null;
  readonly nth: number | null;
  readonly at: Micros;
  /** When its voter changed it in the same group. Null if the voter did not change it. */
  readonly updatedAt: Micros | null;
  readonly language: string | null;
  /** The Idempotency-Key, if it is stored with the answer. */
  readonly idempotency: IdempotencyMark | null;
}

/** A stored answer with its new content. */
interface ChangedAnswer {
  readonly ask: number;
  readonly id: string;
  readonly body: string;
  readonly language: string | null;
  readonly at: Micros;
}

/** An answer for which no receipt is sent. */
interface SuppressedReceipt {
  readonly ask: number;
  readonly answer: string;
  readonly at: Micros;
}

/** Collects the changes of a group of answers, and writes them all at once. */
export class GroupChanges {
  readonly tallies = new TallyChanges();
  readonly #added = new Map<string, NewAnswer>();
  readonly #changed = new Map<string, ChangedAnswer>();
  readonly #log = new GroupLog();
  readonly #usedTokens: AskKey[] = [];
  readonly #suppressedReceipts: SuppressedReceipt[] = [];
  readonly #idempotencyRows: AskIdempotencyRow[] = [];

  addAnswer(answer: NewAnswer): void {
    this.#added.set(answer.id, answer);
    this.#log.add('answer.created', answer);
  }

  /** Changes the content of an answer, which may be stored or added by this group. */
  changeAnswer(changed: ChangedAnswer): void {
    const added = this.#added.get(changed.id);
    if (added) this.#added.set(changed.id, toChanged(added, changed));
    else this.#changed.set(`${changed.ask} ${changed.id}`, changed);
    this.#log.add('answer.updated', changed);
  }

  /** Marks a single-use token as used. */
  useToken(ask: number, token: string): void {
    this.#usedTokens.push({ ask, text: token });
  }

  /** Records that no receipt is sent for a new answer. */
  suppressReceipt(receipt: SuppressedReceipt): void {
    this.#suppressedReceipts.push(receipt);
  }

  addIdempotencyRow(ask: number, row: IdempotencyRow): void {
    this.#idempotencyRows.push({ ask, row });
  }

  /** @param askOf Returns the ask with a number. */
  *write(askOf: (seq: number) => LoggedAsk | undefined): Operation<void> {
    const logged = this.#log.changes(askOf);
    yield* combined([
      new Bulk([...this.#added.values()], insertAnswers),
      new Bulk([...this.#changed.values()], updateAnswers),
      new Bulk(this.#usedTokens, insertUsedTokens),
      new Bulk(this.#suppressedReceipts, insertSuppressedReceipts),
      deleteCheckedAnswers(this.#usedTokens),
      ...this.tallies.writes(),
      ...idempotencyWrites(this.#idempotencyRows),
      advanceHeads(logged),
    ] satisfies Step[]);
    yield* combined([...this.tallies.emptyDeletions(), appendChanges(logged)]);
  }
}

function insertAnswers(answers: readonly NewAnswer[]) {
  return run`
    insert into askwell_answers (ask, id, body, voter, nth, created_at, replay, language, updated_at, respondent)
    ${valuesOf(answerTypes, answers.map(toCells))}`;
}

const answerTypes = ['bigint', 'text', 'text', 'bytea', 'bigint', 'bigint', 'bytea', 'text', 'bigint', 'text'] as const;

function toCells({ ask, id, body, voter, nth, at, updatedAt, language, idempotency, respondent }: NewAnswer): Value[] {
  const replay = idempotency && idempotencyBytes(idempotency);
  return [ask, id, body, voter && fromHex(voter), nth, at, replay, language, updatedAt, respondent];
}

/** Returns an answer that its voter changed before it was stored. */
function toChanged(added: NewAnswer, { body, language, at }: ChangedAnswer): NewAnswer {
  return { ...added, body, language, updatedAt: Math.max(at, (added.updatedAt ?? added.at) + 1) };
}

function updateAnswers(answers: readonly ChangedAnswer[]) {
  return run`
    with k (ask, id, body, language, at) as (${valuesOf(
      ['bigint', 'text', 'text', 'text', 'bigint'],
      answers.map(({ ask, id, body, language, at }) => [ask, id, body, language, at]),
    )})
    update askwell_answers as r set body = k.body, language = k.language, updated_at = ${nextUpdate(sql`k.at`)}
    from k where r.ask = k.ask and r.id = k.id`;
}

function insertUsedTokens(tokens: readonly AskKey[]) {
  return run`insert into askwell_spent (ask, token) ${valuesOf(['bigint', 'bytea'], tokens.map(toBytesRow))}`;
}

function insertSuppressedReceipts(receipts: readonly SuppressedReceipt[]) {
  return run`
    insert into askwell_withheld_receipts (ask, answer, created_at)
    ${valuesOf(
      ['bigint', 'text', 'bigint'],
      receipts.map(({ ask, answer, at }) => [ask, answer, at]),
    )}`;
}
