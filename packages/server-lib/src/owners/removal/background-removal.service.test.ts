import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { call } from '../../../test/support/http/http-client.js';
import { createKey, createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { insertAnswers } from '../../../test/support/store/insert-answers.js';
import { counterCheck } from '../../core/results/counter-check.js';
import { one } from '../../db/sql/statement.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import type { AccountObject } from '../access/account-object.js';
import { deleteAccount, removeBatch } from './removal-queries.js';

/** Enough rows for several batches. */
const manyRows = 4_000;

const { clock, source } = createTestClock('2026-01-31T12:00:00Z');
let server: TestServer;
let owner: Owner;
let account: AccountObject;
beforeEach(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  account = owner.session.account;
});
afterEach(() => server.close());

/** Creates a form with submissions, whose texts begin with `text-1` and so on. Writes them to the database directly. */
async function createForm(submissions = manyRows, tickets = 0): Promise<string> {
  const fields = [{ type: 'long_text' as const, label: 'Words' }];
  const { id } = await server.askwell.forms.create(account, { title: 'Filled', fields, one_per: 'ticket' });
  await insertAnswers(server.database, id, submissions, tickets);
  return id;
}

type Counted = 'answers' | 'tickets' | 'asks' | 'accounts';

async function rowsIn(table: Counted, services = server.services): Promise<number> {
  const row = await services.store.read(one<Record<Counted, number>>`
    select (select count(*) from askwell_answers) as answers, (select count(*) from askwell_tickets) as tickets,
      (select count(*) from askwell_asks) as asks, (select count(*) from askwell_accounts) as accounts`);
  return row?.[table] ?? expect.unreachable(`${table} is counted.`);
}

describe('an ask with many answers', () => {
  test('is not found after its deletion, in other processes too', async () => {
    const key = await owner.key();
    const id = await createForm(manyRows, 1_000);
    const other = await startService({ database: server.database, clock: source });
    const paths = ['', '/results', '/submissions', '/tickets'].map((path) => `/api/v1/forms/${id}${path}`);
    expect((await call(other, 'GET', `/embed/forms/${id}`)).status).toBe(200);
    expect((await call(server, 'DELETE', `/api/v1/forms/${id}`, { key })).status).toBe(204);
    for (const target of [server, other]) {
      for (const path of paths) expect((await call(target, 'GET', path, { key })).status, path).toBe(404);
      expect((await call(target, 'GET', `/embed/forms/${id}`)).status).toBe(404);
      expect((await call(target, 'GET', `/p/${id}`)).status).toBe(404);
      const body = { answers: { f1: 'Too late' } };
      expect((await call(target, 'POST', `/api/v1/forms/${id}/submissions`, { body })).status).toBe(404);
      const list = await call(target, 'GET', '/api/v1/forms', { key });
      expect(list.body).toEqual({ data: [], meta: { next_cursor: null } });
    }
    expect((await call(server, 'DELETE', `/api/v1/forms/${id}`, { key })).status).toBe(404);
    await clock.advance(0);
    expect([await rowsIn('asks'), await rowsIn('answers'), await rowsIn('tickets')]).toEqual([0, 0, 0]);
    expect(await server.services.store.read(counterCheck.find())).toEqual([]);
    await other.close();
  });

  test('is removed in batches, between which other writes run', async () => {
    const id = await createForm();
    const otherAccount = (await createOwner(server.services)).session.account;
    const poll = await server.askwell.polls.create(otherAccount, { title: 'Lunch?', options: ['a', 'b'] });
    const { store } = server.services;
    const { run } = store;
    const counts: number[] = [];
    const votes: number[] = [];
    const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
      const outcome = await run.call(store, write, input);
      if (write.name === 'asks.delete' || write.name === removeBatch.name) {
        counts.push(await rowsIn('answers'));
        const vote = { body: { choices: ['o1'] } };
        votes.push((await call(server, 'POST', `/api/v1/polls/${poll.id}/votes`, vote)).status);
      }
      return outcome;
    });
    await server.askwell.forms.delete(account, id);
    await clock.advance(0);
    expect(await rowsIn('asks')).toBe(1);
    expect(votes).toHaveLength(manyRows / 500 + 1);
    spy.mockRestore();
    expect(new Set(votes)).toEqual(new Set([201]));
    // Each vote adds an answer.
    const removed = counts.map((count, nth) => (counts[nth - 1] ?? manyRows) - count + (nth > 0 ? 1 : 0));
    expect(removed).toEqual([...Array.from({ length: manyRows / 500 }, () => 500), 0]);
  });

  test('continues to be removed after a restart', async () => {
    const { database } = server;
    const id = await createForm(8_000);
    await server.askwell.forms.delete(account, id);
    const { store } = server.services;
    const runWrite = store.run.bind(store);
    const begun = createDeferred();
    vi.spyOn(store, 'run').mockImplementation((write, input) => {
      if (write.name === removeBatch.name) begun.resolve();
      return runWrite(write, input);
    });
    const removing = clock.advance(0);
    await begun.promise;
    await server.askwell.close();
    await removing;
    const left = await runDirectly(database, one<{ n: number }>`select count(*) as n from askwell_answers`);
    expect(left?.n).toBeGreaterThan(4_000);
    expect(left?.n).toBeLessThan(8_000);
    const again = await startService({ database, clock: source });
    await clock.advance(0);
    expect([await rowsIn('asks', again.services), await rowsIn('answers', again.services)]).toEqual([0, 0]);
    await again.close();
  });

  test('is reset in batches, with correct counters, and accepts answers again', async () => {
    const id = await createForm(2_500);
    const [otherForm, { store }] = [await createForm(10), server.services];
    const deletions = vi.spyOn(store, 'run');
    await server.askwell.forms.answers.reset(account, id);
    expect(deletions.mock.calls.filter(([write]) => write.name === 'answers.deleteAll')).toHaveLength(3);
    deletions.mockRestore();
    expect((await server.askwell.forms.get(account, id)).answers_count).toBe(0);
    expect((await server.askwell.forms.get(account, otherForm)).answers_count).toBe(10);
    expect(await store.read(counterCheck.find())).toEqual([]);
    const [ticket = ''] = await server.askwell.forms.issueTickets(account, id, 1);
    await server.askwell.forms.submit(id, { answers: { f1: 'Again' }, ticket });
    expect((await server.askwell.forms.results(account, id)).submissions_count).toBe(1);
  });
});

describe('an account', () => {
  test('is not found after its deletion, even with many asks, and its email is available', async () => {
    const key = await owner.key();
    const ids = [await createForm(), ...(await Promise.all(Array.from({ length: 45 }, () => createForm(0))))];
    await server.services.accounts.delete(owner.session, owner.password);
    expect((await call(server, 'GET', '/api/v1/me', { key })).status).toBe(401);
    for (const id of ids) expect((await call(server, 'GET', `/embed/forms/${id}`)).status).toBe(404);
    await expect(server.askwell.accounts.get(account)).rejects.toMatchObject({ code: 'not_found' });
    for await (const { id } of server.askwell.accounts.list()) expect(id).not.toBe(account);
    await expect(server.askwell.forms.create(account, { title: 'Late', fields: [] })).rejects.toBeDefined();
    const { email, password } = owner;
    const next = await server.services.accounts.register({ name: 'Next', email, password }, 'client');
    expect(next).not.toBe(account);
    await clock.advance(0);
    expect([await rowsIn('accounts'), await rowsIn('asks'), await rowsIn('answers')]).toEqual([1, 0, 0]);
  });

  test('gets no new keys, sessions, sites, asks or passwords after it is closed', async () => {
    const { services } = server;
    for (let nth = 0; nth < 25; nth++) await createForm(0);
    const remaining = await services.store.run(deleteAccount, { account: account.id, at: 0 });
    expect(remaining).toEqual({ hasVisible: true, hasAny: true });
    await expect(createKey(services, owner.session, { name: 'Late', site_id: null })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(services.sites.create(owner.session.scope, { name: 'Late' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const draft = { title: 'Late', options: ['a', 'b'] };
    await expect(services.polls.asks.create(owner.session.scope, draft)).rejects.toMatchObject({ code: 'not_found' });
    await expect(services.sessions.open(account.id, 'test', undefined)).rejects.toMatchObject({ code: 'conflict' });
    expect(await services.accounts.resetPassword(owner.email, 'another good one')).toBe(false);
    await services.close();
  });
});
