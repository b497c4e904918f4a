import type { Micros } from '../../clock.js';
import { lockAsk } from '../../store/locks.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { byId, eachInRange, inIdRange } from '../../store/sql/id-range.js';
import { all, one, rows, run, sql } from '../../store/sql/statement.js';
import {
  type AnswerFilter,
  type AnswerPage,
  type AnswerRow,
  answerColumns,
  inAnswersOfPerson,
  isOfPerson,
} from '../answers/answer-queries.js';
import { inPeriod, rangeOfPage } from '../answers/page-range.js';

/** An answer with what its owner noted about it. */
export interface NotedAnswerRow extends AnswerRow {
  /** A JSON array of texts. Null if nothing is noted. */
  tags: string | null;
  note: string | null;
}

/**
 * Selects a page of answers with their notes.
 *
 * @param onlyNoted Whether to skip answers without a note, which reads no others.
 */
export function selectNotedAnswers(
  ask: number,
  filter: AnswerFilter,
  page: AnswerPage,
  onlyNoted: boolean,
): Operation<NotedAnswerRow[]> {
  const range = rangeOfPage(filter, page);
  // SQLite never reorders the tables of a cross join.
  const source = onlyNoted
    ? sql`askwell_answer_notes n cross join askwell_answers r
        where n.ask = ${ask} and r.ask = n.ask and r.id = n.answer and ${eachInRange(ask, range, sql`n.answer`)}`
    : sql`askwell_answers r left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
        where ${isOfPerson(filter) ? eachInRange(ask, range) : inIdRange(ask, range)}`;
  return all<NotedAnswerRow>`
    select ${answerColumns}, n.tags, n.note from ${source}
    ${inPeriod(filter)}
    ${inAnswersOfPerson(ask, filter)}
    ${onlyNoted ? byNote(page.order) : byId(page.order)} limit ${page.limit}`;
}

const byNote = (order: 'asc' | 'desc') => (order === 'asc' ? sql`order by n.answer` : sql`order by n.answer desc`);

export function selectNotedAnswer(ask: number, id: string): Operation<NotedAnswerRow | undefined> {
  return one<NotedAnswerRow>`
    select ${answerColumns}, n.tags, n.note
    from askwell_answers r left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
    where r.ask = ${ask} and r.id = ${id}`;
}

/** Selects answers by the IDs of their rows, with their notes. */
export function selectSomeNotedAnswers(ask: number, ids: readonly string[]): Operation<NotedAnswerRow[]> {
  return all<NotedAnswerRow>`
    select ${answerColumns}, n.tags, n.note
    from askwell_answers r left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
    where r.ask = ${ask} and r.id in ${rows([ids])}`;
}

export interface NoteInput {
  readonly account: number;
  readonly ask: number;
  /** The ID of the answer without its prefix. */
  readonly answer: string;
  readonly tags: readonly string[];
  readonly note: string;
  readonly at: Micros;
}

/** Saves the tags and the note of an answer. Deletes its row if both are empty. */
export const saveAnswerNote = eraseWrite('notes.save', function* (input: NoteInput): Operation<boolean> {
  const { account, ask, answer, tags, note, at } = input;
  yield* lockAsk(ask);
  const owned = yield* one`
    select 1 from askwell_asks a join askwell_answers r on r.ask = a.seq and r.id = ${answer}
    where a.seq = ${ask} and a.account_id = ${account} and a.kind <> 'deleted'`;
  if (!owned) return false;
  if (tags.length === 0 && note === '') {
    yield* run`delete from askwell_answer_notes where ask = ${ask} and answer = ${answer}`;
  } else {
    yield* run`
      insert into askwell_answer_notes (ask, answer, tags, note, updated_at)
      values (${ask}, ${answer}, ${JSON.stringify(tags)}, ${note}, ${at})
      on conflict (ask, answer) do update set tags = excluded.tags, note = excluded.note, updated_at = excluded.updated_at`;
  }
  return true;
});
