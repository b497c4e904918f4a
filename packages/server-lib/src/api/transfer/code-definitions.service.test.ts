import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { exportFile, exportOf, inChunks } from '../../../test/support/transfer.js';
import { definePoll } from '../../shared/contract/definitions/poll.js';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  [server, other] = await Promise.all([startService(), startService()]);
});
afterAll(() => Promise.all([server.close(), other.close()]));

const lunch = definePoll({ title: 'Lunch?', options: ['Soup', { id: 'salad', label: 'Salad' }] });

test('an imported poll keeps its key and its definition in code', async () => {
  const { session } = await createOwner(server.services);
  const poll = await server.askwell.polls.ensure(session.account, 'lunch', lunch);
  await server.askwell.polls.votes.create(poll.id, { choices: ['o1'] }, { id: 'member' });
  await server.askwell.polls.update(session.account, poll.id, { status: 'closed' });
  const file = await exportFile(server.services, session.scope);
  const owner = (await createOwner(other.services)).session;
  await other.services.transfer.import(owner.scope, inChunks(file), 'keep');
  expect((await exportOf(other.services, owner.scope)).slice(1)).toEqual(
    (await exportOf(server.services, session.scope)).slice(1),
  );

  const { polls } = other.askwell;
  expect(await polls.ensure(owner.account, 'lunch', lunch)).toMatchObject({
    id: poll.id,
    status: 'closed',
    version: 2,
  });
  const bread = { ...lunch, options: ['Bread', lunch.options[1]] } as const;
  await expect(polls.ensure(owner.account, 'lunch', bread)).rejects.toThrow('changed from "Soup" to "Bread"');
});

test('a key that the code already uses stays with its poll', async () => {
  const { session } = await createOwner(server.services);
  const imported = await server.askwell.polls.ensure(session.account, 'lunch', lunch);
  const file = await exportFile(server.services, session.scope);
  const owner = (await createOwner(other.services)).session;
  const { polls } = other.askwell;
  const own = await polls.ensure(owner.account, 'lunch', lunch);
  await other.services.transfer.import(owner.scope, inChunks(file), 'keep');
  expect((await polls.getByKey(owner.account, 'lunch')).id).toBe(own.id);
  expect((await collect(polls.list(owner.account))).map(({ id }) => id)).toEqual([imported.id, own.id]);
});

test.each([
  { key: '' },
  { key: 'x'.repeat(256) },
  { digest: 'short' },
  { members: Array(101).fill('title') },
  { texts: { 'options.o1': 1 } },
])('an import with the invalid code definition %j is refused', async (members) => {
  const { session } = await createOwner(server.services);
  await server.askwell.polls.ensure(session.account, 'lunch', lunch);
  const lines = (await exportFile(server.services, session.scope)).trim().split('\n');
  const changed = lines.map((line) => {
    const parsed = JSON.parse(line);
    return JSON.stringify(
      parsed.type === 'poll' ? { ...parsed, code_definition: { ...parsed.code_definition, ...members } } : parsed,
    );
  });
  const owner = (await createOwner(other.services)).session;
  await expect(
    other.services.transfer.import(owner.scope, inChunks(`${changed.join('\n')}\n`), 'keep'),
  ).rejects.toMatchObject({
    code: 'invalid',
  });
});
