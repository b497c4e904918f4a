import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/db/open-store.js';
import type { Operation } from '../../../src/db/operation.js';
import { chunks } from '../../../src/db/sets/chunks.js';
import { one, rows, run } from '../../../src/db/sql/statement.js';
import { runDirectly } from './direct-connection.js';

/** Writes more answers and tickets to a form than a test can submit. Their texts begin with `text-1` and so on. */
export function insertAnswers(database: Database, form: string, answers: number, tickets = 0): Promise<void> {
  return runDirectly(database, insertAll(form.slice('form_'.length), answers, tickets));
}

function* insertAll(id: string, answers: number, tickets: number): Operation<void> {
  const { seq } = (yield* one<{ seq: number }>`select seq from askwell_asks where id = ${id}`) ?? { seq: 0 };
  const answerRows = Array.from({ length: answers }, (_, at) => [
    ...[seq, String(at).padStart(24, '0'), `{"f1":"text-${at}-end"}`, randomBytes(16), 0, 0],
  ]);
  for (const chunk of chunks(answerRows)) {
    yield* run`insert into askwell_answers (ask, id, body, voter, nth, created_at) values ${rows(chunk)}`;
  }
  const ticketRows = Array.from({ length: tickets }, () => [seq, randomBytes(16)]);
  for (const chunk of chunks(ticketRows)) yield* run`insert into askwell_tickets (ask, voter) values ${rows(chunk)}`;
  yield* run`
    update askwell_counters set answers = ${answers}, voters = ${answers}, tickets = ${tickets} where ask = ${seq}`;
}
