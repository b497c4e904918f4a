import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, newAddress } from '../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../test/support/servers/start-server.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { counterCheck } from '../asks/results/counter-check.js';
import { all, one } from '../store/statement.js';
import { deleteRowsByTable } from './delete-ask-rows.js';
import { deleteAccount, removeBatch } from './removal-queries.js';

/** Enough rows for several batches. */
const manyRows = 4_000;

let server: TestServer;
let owner: Owner;
let account: number;
beforeEach(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  owner = await createOwner(server.services);
  account = owner.session.account.id;
});
afterEach(() => server.close());

/** Creates a form with submissions, whose texts begin with `text-1` and so on. Writes them to the database directly. */
async function createForm(submissions = manyRows, tickets = 0): Promise<string> {
  const fields = [{ type: 'long_text' as const, label: 'Words' }];
  const { id } = await server.askwell.forms.create(account, { title: 'Filled', fields, one_per: 'ticket' });
  const database = new Database(server.database);
  try {
    const { seq } = Object(database.prepare('select seq from askwell_asks where id = ?').get(id.slice('form_'.length)));
    database.exec(`
      begin immediate;
      with recursive n (n) as (values (1) union all select n + 1 from n where n < ${submissions})
      insert into askwell_answers (ask, id, body, voter, nth, created_at)
        select ${seq}, printf('%024d', n), '{"f1":"text-' || n || '-end"}', randomblob(16), 0, 0 from n;
      with recursive n (n) as (values (1) union all select n + 1 from n where n < ${tickets})
      insert into askwell_tickets (ask, voter) select ${seq}, randomblob(16) from n where n <= ${tickets};
      update askwell_counters set answers = ${submissions}, voters = ${submissions},
        tickets = (select count(*) from askwell_tickets where ask = ${seq}) where ask = ${seq};
      commit`);
  } finally {
    database.close();
  }
  return id;
}

async function rowsIn(table: string, services = server.services): Promise<number> {
  const counts = { askwell_answers: 0, askwell_tickets: 0, askwell_asks: 0, askwell_accounts: 0 };
  const row = await services.store.read(one<typeof counts>`
    select (select count(*) from askwell_answers) as askwell_answers, (select count(*) from askwell_tickets) as askwell_tickets,
      (select count(*) from askwell_asks) as askwell_asks, (select count(*) from askwell_accounts) as askwell_accounts`);
  const found = Object.entries(row ?? counts).find(([name]) => name === table)?.[1];
  return found ?? expect.unreachable(`${table} is counted.`);
}

const waitForRows = (table: string, expected = 0, services = server.services) =>
  vi.waitFor(async () => expect(await rowsIn(table, services)).toBe(expected), { timeout: 20_000, interval: 20 });

describe('an ask with many answers', () => {
  test('is not found after its deletion, in other processes too', async () => {
    const key = await owner.key();
    const id = await createForm(manyRows, 1_000);
    const other = await startServer({ database: server.database });
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
    await waitForRows('askwell_asks');
    expect([await rowsIn('askwell_answers'), await rowsIn('askwell_tickets')]).toEqual([0, 0]);
    expect(await server.services.store.read(counterCheck.find())).toEqual([]);
    await other.close();
  });

  test('is removed in batches, between which other writes run', async () => {
    const id = await createForm();
    const otherAccount = (await createOwner(server.services)).session.account.id;
    const poll = await server.askwell.polls.create(otherAccount, { title: 'Lunch?', options: ['a', 'b'] });
    const { store } = server.services;
    const { run } = store;
    const counts: number[] = [];
    const votes: number[] = [];
    const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
      const outcome = await run.call(store, write, input);
      if (write.name === 'asks.delete' || write.name === removeBatch.name) {
        counts.push(await rowsIn('askwell_answers'));
        const vote = { body: { choices: ['o1'] }, headers: { 'x-forwarded-for': newAddress() } };
        votes.push((await call(server, 'POST', `/api/v1/polls/${poll.id}/votes`, vote)).status);
      }
      return outcome;
    });
    await server.askwell.forms.delete(account, id);
    await waitForRows('askwell_asks', 1);
    // The spy may still be running for the last batch.
    await vi.waitFor(() => expect(votes.length).toBe(manyRows / 500 + 1));
    spy.mockRestore();
    expect(new Set(votes)).toEqual(new Set([201]));
    // Each vote adds an answer.
    const removed = counts.map((count, nth) => (counts[nth - 1] ?? manyRows) - count + (nth > 0 ? 1 : 0));
    expect(removed).toEqual([...Array.from({ length: manyRows / 500 }, () => 500), 0]);
  });

  test('is removed further after a restart', async () => {
    const folder = await temporaryFolder();
    const database = `${folder}/askwell.db`;
    await server.close();
    server = await startServer({ database });
    owner = await createOwner(server.services);
    account = owner.session.account.id;
    const id = await createForm(20_000);
    await server.askwell.forms.delete(account, id);
    await server.askwell.close();
    const left = new Database(database, { readonly: true });
    expect(left.prepare('select count(*) from askwell_answers').pluck().get()).toBeGreaterThan(10_000);
    left.close();
    const again = await startServer({ database });
    await waitForRows('askwell_asks', 0, again.services);
    expect(await rowsIn('askwell_answers', again.services)).toBe(0);
    await again.close();
  });

  test('leaves none of its texts in the files of the database', async () => {
    const id = await createForm();
    expect(isInFiles('text-')).toBe(true);
    await server.askwell.forms.delete(account, id);
    await waitForRows('askwell_asks');
    await vi.waitFor(() => expect(isInFiles('text-')).toBe(false), { timeout: 20_000, interval: 100 });
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

/**
 * Returns whether the files of the database contain a text. Another process reads them, since closing a file in this one would
 * release the locks of SQLite.
 */
function isInFiles(text: string): boolean {
  const files = [server.database, `${server.database}-wal`].filter((file) => existsSync(file));
  return files.some((file) => execFileSync('cat', [file], { maxBuffer: 64 * 1024 * 1024 }).includes(text));
}

describe('an account', () => {
  test('with many asks is not found after its deletion, and its email is available', async () => {
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
    await waitForRows('askwell_accounts', 1);
    expect([await rowsIn('askwell_asks'), await rowsIn('askwell_answers')]).toEqual([0, 0]);
  });

  test('that is closed gets no new keys, sessions, sites, asks or passwords', async () => {
    const { services } = server;
    for (let nth = 0; nth < 25; nth++) await createForm(0);
    const remaining = await services.store.run(deleteAccount, { account, at: 0 });
    expect(remaining).toEqual({ hasVisible: true, hasAny: true });
    await expect(services.keys.create(owner.session, { name: 'Late', site_id: null })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(services.sites.create(owner.session.scope, { name: 'Late' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const draft = { title: 'Late', options: ['a', 'b'] };
    await expect(services.polls.asks.create(owner.session.scope, draft)).rejects.toMatchObject({ code: 'not_found' });
    await expect(services.sessions.open(account, 'test', undefined)).rejects.toMatchObject({ code: 'conflict' });
    expect(await services.accounts.resetPassword(owner.email, 'another good one')).toBe(false);
    await services.close();
  });
});

test('deleteRowsByTable contains each table with rows of asks', async () => {
  const tables = await server.services.store.read(all<{ name: string }>`
    select m.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.name = 'ask' order by 1`);
  expect(tables.map(({ name }) => name)).toEqual([...Object.keys(deleteRowsByTable), 'askwell_counters'].sort());
});
