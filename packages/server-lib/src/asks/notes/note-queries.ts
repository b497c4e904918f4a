import type { Micros } from '../../clock.js';
import { lockAsk } from '../../store/locks.js';
import { eraseWrite, type Operation } from '../../store/operation.js';
import { one, run } from '../../store/sql/statement.js';

/** The tags and the note to save. */
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
