import type { Micros } from '../../../clock.js';
import { fromHex } from '../../../crypto/hex.js';
import { valuesOf } from '../../../store/dialect.js';
import type { Operation } from '../../../store/operation.js';
import { Bulk, combined, type Step } from '../../../store/sets/statement-set.js';
import { run, type Value } from '../../../store/statement.js';
import { deleteCheckedAnswers } from '../../answers/checked-answers.js';
import { TallyChanges } from '../../results/tally-changes.js';
import { type IdempotencyMark, type IdempotencyRow, idempotencyBytes } from '../answer-idempotency.js';
import { type AskIdempotencyRow, idempotencyWrites } from '../answer-idempotency-queries.js';
import { type AskKey, toBytesRow } from './ask-key.js';

/** A row to insert. */
export interface NewAnswer {
  readonly ask: number;
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly nth: number | null;
  readonly at: Micros;
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
}

/** Collects what a group of answers changes, and writes all of it at once. */
export class GroupChanges {
  readonly tallies = new TallyChanges();
  readonly #added = new Map<string, NewAnswer>();
  readonly #changed = new Map<string, ChangedAnswer>();
  readonly #spent: AskKey[] = [];
  readonly #idempotencyRows: AskIdempotencyRow[] = [];

  addAnswer(answer: NewAnswer): void {
    this.#added.set(answer.id, answer);
  }

  /** Changes the content of an answer, which may be stored or added by this group. */
  changeAnswer(changed: ChangedAnswer): void {
    const added = this.#added.get(changed.id);
    if (added) this.#added.set(changed.id, { ...added, ...changed });
    else this.#changed.set(`${changed.ask} ${changed.id}`, changed);
  }

  /** Marks a single-use token as used. */
  spend(ask: number, token: string): void {
    this.#spent.push({ ask, text: token });
  }

  addIdempotencyRow(ask: number, row: IdempotencyRow): void {
    this.#idempotencyRows.push({ ask, row });
  }

  *write(): Operation<void> {
    yield* combined([
      new Bulk([...this.#added.values()], insertAnswers),
      new Bulk([...this.#changed.values()], updateAnswers),
      new Bulk(this.#spent, insertSpent),
      deleteCheckedAnswers(this.#spent),
      ...this.tallies.writes(),
      ...idempotencyWrites(this.#idempotencyRows),
    ] satisfies Step[]);
    yield* this.tallies.deleteEmpty();
  }
}

function insertAnswers(answers: readonly NewAnswer[]) {
  return run`
    insert into askwell_answers (ask, id, body, voter, nth, created_at, replay, language)
    ${valuesOf(answerTypes, answers.map(toCells))}`;
}

const answerTypes = ['bigint', 'text', 'text', 'bytea', 'bigint', 'bigint', 'bytea', 'text'] as const;

function toCells({ ask, id, body, voter, nth, at, language, idempotency }: NewAnswer): Value[] {
  return [ask, id, body, voter && fromHex(voter), nth, at, idempotency && idempotencyBytes(idempotency), language];
}

function updateAnswers(answers: readonly ChangedAnswer[]) {
  return run`
    with k (ask, id, body, language) as (${valuesOf(
      ['bigint', 'text', 'text', 'text'],
      answers.map(({ ask, id, body, language }) => [ask, id, body, language]),
    )})
    update askwell_answers as a set body = k.body, language = k.language from k where a.ask = k.ask and a.id = k.id`;
}

function insertSpent(spent: readonly AskKey[]) {
  return run`insert into askwell_spent (ask, token) ${valuesOf(['bigint', 'bytea'], spent.map(toBytesRow))}`;
}
