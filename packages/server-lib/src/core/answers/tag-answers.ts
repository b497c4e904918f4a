import type { Micros } from '../../base/clock.js';
import { lockAsk } from '../../db/locks.js';
import { eraseWrite, type Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, one, rows, run } from '../../db/sql/statement.js';
import { distinctTags, maxTags, withoutTags } from './note-schema.js';
import { parseTags } from './parse-note.js';

/** Tags that are added to or removed from several answers. */
export interface TagChange {
  readonly change: 'add' | 'remove';
  readonly tags: readonly string[];
}

export interface TagInput extends TagChange {
  readonly account: number;
  readonly ask: number;
  /** The IDs of the answers without their prefix. The caller limits their number: other writes wait. */
  readonly answers: readonly string[];
  readonly at: Micros;
}

/** The number of answers that were changed, and the number of answers that would have had too many tags. */
export interface TagOutcome {
  readonly changed: number;
  readonly full: number;
}

interface NoteRow {
  id: string;
  tags: string | null;
  note: string | null;
}

/** Adds tags to answers, or removes tags from them. Does not change notes. Ignores case. */
export const tagAnswers = eraseWrite('notes.tag', function* (input: TagInput): Operation<TagOutcome> {
  const { account, ask, answers, at } = input;
  yield* lockAsk(ask);
  const outcome = { changed: 0, full: 0 };
  const owned = yield* one`
    select 1 from askwell_asks where seq = ${ask} and account_id = ${account} and kind <> 'deleted'`;
  if (!owned) return outcome;
  for (const chunk of chunks(answers)) {
    const found = yield* all<NoteRow>`
      select r.id, n.tags, n.note
      from askwell_answers r left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
      where r.ask = ${ask} and r.id in ${rows([chunk])}`;
    const changed: (readonly [number, string, string, string, Micros])[] = [];
    const emptied: string[] = [];
    for (const { id, tags, note } of found) {
      const before = parseTags(tags);
      const after = changeTags(before, input);
      if (after.length > maxTags) outcome.full++;
      else if (after.length === 0 && (note ?? '') === '' && before.length > 0) emptied.push(id);
      else if (after.length !== before.length) changed.push([ask, id, JSON.stringify(after), note ?? '', at]);
    }
    yield* saveNotes(changed);
    yield* deleteNotes(ask, emptied);
    outcome.changed += changed.length + emptied.length;
  }
  return outcome;
});

function* saveNotes(values: readonly (readonly (string | number)[])[]): Operation<void> {
  for (const chunk of chunks(values)) {
    yield* run`
      insert into askwell_answer_notes (ask, answer, tags, note, updated_at) values ${rows(chunk)}
      on conflict (ask, answer) do update set tags = excluded.tags, updated_at = excluded.updated_at`;
  }
}

function* deleteNotes(ask: number, answers: readonly string[]): Operation<void> {
  for (const chunk of chunks(answers)) {
    yield* run`delete from askwell_answer_notes where ask = ${ask} and answer in ${rows([chunk])}`;
  }
}

function changeTags(own: readonly string[], { change, tags }: TagChange): readonly string[] {
  return change === 'remove' ? withoutTags(own, tags) : [...own, ...distinctTags(withoutTags(tags, own))];
}
