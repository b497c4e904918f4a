import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { isStored } from '../../../test/support/store/stored-rows.js';
import { exportFile, inChunks } from '../../../test/support/transfer.js';
import { all } from '../../db/sql/statement.js';
import { Scope } from '../../owners/access/scope.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';
import type { IdMode } from './row-batch.js';

let clock: TestClock;
let server: TestServer;
let owner: Owner;
let stranger: Owner;
let poll: string;
let file: string;

beforeEach(async () => {
  const time = createTestClock('2026-01-01T12:00:00Z');
  clock = time.clock;
  server = await startService({ clock: time.source });
  [owner, stranger] = [await createOwner(server.services), await createOwner(server.services)];
  ({ id: poll } = await server.askwell.polls.create(owner.session.account, {
    title: 'Lunch?',
    options: ['a', 'b'],
  }));
  file = await exportFile(server.services, owner.session.scope);
});
afterEach(() => server.close());

const importInto = ({ session }: Owner, ids: IdMode, content = file) =>
  whileMoving(clock, server.services.transfer.import(session.scope, inChunks(content), ids));

const plan = ({ session }: Owner, ids: IdMode) => server.services.transfer.plan(session.scope, inChunks(file), ids);

const deletePoll = () => server.askwell.polls.delete(owner.session.account, poll);

/** Returns the message of a refused import, without the ID. */
const refusalOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'imported',
    (error) => {
      expect(error).toMatchObject({ code: 'conflict' });
      return String(error.message).replace(poll, '{id}');
    },
  );

const ownerOf = async (id: string) => {
  const key = await owner.key();
  return (await call(server, 'GET', `/api/v1/polls/${id}`, { key })).status === 200 ? 'owner' : 'other';
};

const storedIds = async () =>
  (await server.services.store.read(all<{ n: number }>`select 1 as n from askwell_deleted_ids`)).length;

describe('the ID of a deleted poll', () => {
  test.each<[way: string, remove: () => Promise<unknown>]>([
    ['by the API', async () => call(server, 'DELETE', `/api/v1/polls/${poll}`, { key: await owner.key() })],
    ['in process', deletePoll],
    ['with its account', () => server.services.accounts.delete(owner.session, owner.password)],
    ['with its host account', () => server.services.accounts.remove(owner.session.account.id)],
  ])('the ID of a poll that was deleted %s is not available to another account', async (_way, remove) => {
    await remove();
    await clock.advance(0);
    expect((await call(server, 'GET', `/embed/polls/${poll}`)).status).toBe(404);
    for (const attempt of [plan, importInto])
      expect(await refusalOf(attempt(stranger, 'keep'))).toMatch(
        /^These IDs are not available to this account: \{id\}\./,
      );
    expect((await call(server, 'GET', `/embed/polls/${poll}`)).status).toBe(404);
    await importInto(stranger, 'renew');
    expect(await storedIds()).toBe(1);
  });

  test('the ID of a deleted poll is refused with the same message as an existing ID', async () => {
    const [planned, imported] = [
      await refusalOf(plan(stranger, 'keep')),
      await refusalOf(importInto(stranger, 'keep')),
    ];
    await deletePoll();
    expect([planned, imported]).toEqual(Array(2).fill(expect.stringMatching(/^These IDs are not available/)));
    expect(await refusalOf(plan(stranger, 'keep'))).toBe(planned);
    expect(await refusalOf(importInto(stranger, 'keep'))).toBe(imported);
  });

  test('the ID of a deleted poll is available only to its account', async () => {
    expect(await refusalOf(importInto(owner, 'keep'))).toMatch(/^This account already has \{id\}\./);
    for (let round = 0; round < 2; round++) {
      await deletePoll();
      await importInto(owner, 'keep');
      expect([await ownerOf(poll), await storedIds()]).toEqual(['owner', 0]);
    }
    await deletePoll();
    expect(await refusalOf(importInto(stranger, 'keep'))).toMatch(/not available/);
    expect(await findMiscounts(server.services)).toEqual([]);
  });

  test('the ID of a poll of a deleted host user is not available to a new account of the user', async () => {
    const { accounts, polls } = server.askwell;
    const user = { externalId: 'user-7', name: 'User', email: 'user@example.com' };
    const first = await accounts.ensure(user);
    ({ id: poll } = await polls.create('user-7', { title: 'Lunch?', options: ['a', 'b'] }));
    file = await exportFile(server.services, Scope.grant(first.id, null));
    await accounts.delete('user-7');
    await clock.advance(0);
    const second = await accounts.ensure(user);
    expect(second.id).not.toBe(first.id);
    const attempt = server.services.transfer.import(Scope.grant(second.id, null), inChunks(file), 'keep');
    expect(await refusalOf(whileMoving(clock, attempt))).toMatch(/not available/);
  });

  test('an operator can give the ID of a deleted poll to another account', async () => {
    expect(await refusalOf(importInto(stranger, 'claim'))).toMatch(/not available/);
    await deletePoll();
    await importInto(stranger, 'claim');
    expect(await ownerOf(poll)).toBe('other');
    expect((await call(server, 'GET', `/embed/polls/${poll}`)).status).toBe(200);
    await server.askwell.polls.delete(stranger.session.account, poll);
    expect(await refusalOf(importInto(owner, 'keep'))).toMatch(/not available/);
    expect(await importInto(stranger, 'keep')).toMatchObject({ counts: { polls: 1 } });
  });

  test('the ID of a deleted poll is stored as a hash', async () => {
    await deletePoll();
    await clock.advance(31 * 24 * 3_600_000);
    expect(await isStored(server.database, poll.slice('poll_'.length))).toBe(false);
  });
});

test('an import that fails reserves no ID', async () => {
  await deletePoll();
  const other = await startService();
  const { session } = await createOwner(other.services);
  await expect(
    other.services.transfer.import(session.scope, inChunks(file.slice(0, file.lastIndexOf('{'))), 'keep'),
  ).rejects.toMatchObject({ code: 'invalid' });
  const rows = await other.services.store.read(all`select 1 from askwell_deleted_ids`);
  expect(rows).toEqual([]);
  await other.close();
});

test('an account can create a million polls, quizzes and forms, or the number of the option', async () => {
  const small = await startService({ quotas: { createdAsks: 3 } });
  const account = await createOwner(small.services);
  const { polls } = small.askwell;
  const create = () => polls.create(account.session.account, { title: 'Lunch?', options: ['a', 'b'] });
  const refused = { code: 'conflict', message: expect.stringContaining('quota of 3 polls, quizzes and forms') };
  for (let count = 0; count < 2; count++) await polls.delete(account.session.account, (await create()).id);
  const kept = await exportFile(small.services, account.session.scope);
  expect(kept).not.toContain('"poll"');
  await create();
  await expect(create()).rejects.toMatchObject(refused);
  for (const method of ['plan', 'import'] as const)
    await expect(small.services.transfer[method](account.session.scope, inChunks(file), 'renew')).rejects.toMatchObject(
      refused,
    );
  await small.close();
});
