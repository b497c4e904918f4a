import { afterEach, beforeEach, expect, test } from 'vitest';
import { day, findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { saveAnswerNote } from './note-queries.js';

let server: TestServer;
let owner: Owner;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  server = await startService({ clock: () => now });
  owner = await createOwner(server.services);
});
afterEach(() => server.close());

const draft = { title: 'Lunch?', options: ['a', 'b'], one_per: null, keep_answers_days: 10 };

/** Creates a poll with votes that have notes, one day apart. Returns its ID and its number. */
async function createPoll(votes: number): Promise<{ id: string; seq: number }> {
  const { polls } = server.askwell;
  const { id } = await polls.create(owner.session.account, draft);
  const { ask } =
    (await server.services.polls.asks.find(owner.session.scope, id)) ?? expect.unreachable('It is there.');
  for (let nth = 0; nth < votes; nth++) {
    const vote = await polls.vote(id, { choices: ['o1'] });
    const note = { tags: ['seen'], note: `Note ${nth}` };
    await server.services.polls.answers.saveNote(owner.session.scope, ask, vote.id.slice('vote_'.length), note);
    now += day;
  }
  return { id, seq: ask.seq };
}

const notes = async () =>
  (await server.services.store.read(all<{ note: string }>`select note from askwell_answer_notes order by note`)).map(
    ({ note }) => note,
  );

test('the purge of old answers deletes their notes', async () => {
  await createPoll(3);
  now += 8.5 * day;
  await purgeNow(server.services);
  expect(await notes()).toEqual(['Note 2']);
  expect(await findMiscounts(server.services)).toEqual([]);
});

test('deleting all answers, or the poll, deletes the notes', async () => {
  const { polls } = server.askwell;
  const [first, second] = [await createPoll(2), await createPoll(1)];
  await polls.answers.reset(owner.session.account, first.id);
  expect(await notes()).toEqual(['Note 0']);
  await polls.delete(owner.session.account, second.id);
  expect(await notes()).toEqual([]);
});

test('only the owner can save a note, and only for an answer of the poll', async () => {
  const { id, seq } = await createPoll(1);
  const other = await createOwner(server.services);
  const vote = await server.askwell.polls.vote(id, { choices: ['o2'] });
  const input = { ask: seq, answer: vote.id.slice('vote_'.length), tags: [], note: 'Mine', at: 1, only: null };
  const save = (account: AccountObject, answer = input.answer) =>
    server.services.store.run(saveAnswerNote, { ...input, account: account.id, answer });
  expect(await save(other.session.account)).toBe('unknown');
  expect(await save(owner.session.account, '0'.repeat(20))).toBe('unknown');
  expect(await notes()).toEqual(['Note 0']);
  expect(await save(owner.session.account)).toBe('saved');
  expect(await notes()).toEqual(['Mine', 'Note 0']);
});
