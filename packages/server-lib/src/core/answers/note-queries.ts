import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import { type AnswerState, isSameState } from './answer-state.js';

/** The tags and the note to save. */
export interface NoteInput {
  readonly account: number;
  readonly ask: number;
  /** The ID of the answer without its prefix. */
  readonly answer: string;
  /** Null leaves the tags unchanged. */
  readonly tags: readonly string[] | null;
  /** Null leaves the note unchanged. */
  readonly note: string | null;
  readonly at: Micros;
  /** The state that the answer must still have. Null for any state. */
  readonly only: AnswerState | null;
}

/** Saves the tags and the note of an answer. Deletes the row of the note if both are empty. */
export const saveAnswerNote = eraseWrite('notes.save', function* (input: NoteInput): Operation<
  'saved' | 'unknown' | 'stale'
> {
  const { account, ask, answer, at, only } = input;
  yield* lockAsk(ask);
  const before = yield* one<AnswerState>`
      select a.version, coalesce(r.updated_at, r.created_at) as updated_at, n.tags, n.note
      from askwell_asks a join askwell_answers r on r.ask = a.seq and r.id = ${answer}
      left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
      where a.seq = ${ask} and a.account_id = ${account} and a.kind <> 'deleted'`;
  if (!before) return 'unknown';
  if (only && !isSameState(before, only)) return 'stale';
  const tags = input.tags === null ? (before.tags ?? '[]') : JSON.stringify(input.tags);
  const note = input.note ?? before.note ?? '';
  if (tags === '[]' && note === '') {
    yield* run`delete from askwell_answer_notes where ask = ${ask} and answer = ${answer}`;
  } else {
    yield* run`
        insert into askwell_answer_notes (ask, answer, tags, note, updated_at)
        values (${ask}, ${answer}, ${tags}, ${note}, ${at})
        on conflict (ask, answer) do update set tags = excluded.tags, note = excluded.note, updated_at = excluded.updated_at`;
  }
  return 'saved';
});
