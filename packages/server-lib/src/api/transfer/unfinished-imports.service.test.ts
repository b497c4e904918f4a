import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findMiscounts, purgeNow } from '../../../test/support/asks/purge-answers.js';
import { createDeferred, settled } from '../../../test/support/deferred.js';
import { call } from '../../../test/support/http/http-client.js';
import { inBatches } from '../../../test/support/in-batches.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { annotate, exportFile, inChunks } from '../../../test/support/transfer.js';
import type { ClockSource } from '../../base/clock.js';
import { all } from '../../db/sql/statement.js';
import { removeBatch } from '../../owners/removal/removal-queries.js';
import { createTestClock, type TestClock } from '../../tools/testing/test-clock.js';
import { addImportedRows } from './row-queries.js';

const start = '2026-01-01T12:00:00Z';
let clock: TestClock;
let time: ClockSource;
let server: TestServer;
let owner: Owner;
let poll: string;
let file: string;

beforeAll(async () => {
  const source = await startService({ clock: createTestClock(start).source });
  const { session } = await createOwner(source.services);
  const { polls } = source.askwell;
  const draft = { title: 'Lunch?', options: ['a', 'b'], results_visibility: 'always' as const };
  ({ id: poll } = await polls.create(session.account, { ...draft, keep_answers_days: 1 }));
  // More than one write adds.
  const votes = await inBatches(1_200, (nth) => polls.vote(poll, { choices: ['o1'] }, { id: `${nth}` }));
  // More than the last of the three writes adds.
  const noted = votes.slice(0, 210).map(({ id }) => id);
  await polls.create(session.account, { ...draft, title: 'Second' });
  await annotate(source.services, session.scope, poll, noted);
  file = await exportFile(source.services, session.scope);
  await source.close();
});
beforeEach(async () => {
  ({ clock, source: time } = createTestClock(start));
  server = await startService({ clock: time });
  owner = await createOwner(server.services);
});
afterEach(() => server.close());

const tables = ['asks', 'answers', 'tallies', 'imports', 'sites', 'answer_notes', 'working_copies'];

/** Counts the rows that an import writes, by table. */
async function rowsIn(): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) {
    const strings = Object.assign([`select count(*) as n from askwell_${table}`], { raw: [] });
    const [row] = await server.services.store.read(all<{ n: number }>(strings));
    counts.push(row?.n ?? -1);
  }
  return counts;
}

/** Starts an import whose file stops after the votes. */
async function startImport() {
  const [reached, rest] = [createDeferred(), createDeferred()];
  rest.promise.catch(() => {});
  const at = file.indexOf('"title":"Second"');
  const lines = file.lastIndexOf('\n', at) + 1;
  async function* source() {
    yield* inChunks(file.slice(0, lines));
    reached.resolve();
    await rest.promise;
    yield* inChunks(file.slice(lines));
  }
  const outcome = server.services.transfer.import(owner.session.scope, source(), 'keep').then(
    () => 'imported',
    (error: Error) => error.message,
  );
  await whileMoving(clock, reached.promise);
  expect((await rowsIn())[1]).toBeGreaterThan(900);
  return { readOutcome: () => whileMoving(clock, outcome), resume: () => rest.resolve(), fail: rest.reject };
}

/** Imports the file. An import pauses after each write. */
const importFile = (ids: 'keep' | 'renew') =>
  whileMoving(clock, server.services.transfer.import(owner.session.scope, inChunks(file), ids));

async function removeAll(): Promise<void> {
  const { store, clock: own } = server.services;
  while ((await store.run(removeBatch, { at: own.now() })).hasAny);
}

const embedded = async () => (await call(server, 'GET', `/embed/polls/${poll}`)).status;

async function titles(): Promise<string[]> {
  const found: string[] = [];
  for await (const { title } of server.askwell.polls.list(owner.session.account)) found.push(title);
  return found.reverse();
}

test('an import is invisible until it is complete, and then visible as a whole', async () => {
  const running = await startImport();
  expect([await embedded(), await titles(), await findMiscounts(server.services)]).toEqual([404, [], []]);
  await clock.advance({ minutes: 5 });
  expect(await purgeNow(server.services, 1)).toEqual({ answers: 0, asks: 0 });
  await removeAll();
  const { polls } = server.askwell;
  const own = await polls.create(owner.session.account, { title: 'Own', options: ['a', 'b'] });
  await polls.vote(own.id, { choices: ['o1'] }, { id: 'visitor' });
  running.resume();
  expect(await running.readOutcome()).toBe('imported');
  expect([await embedded(), await titles()]).toEqual([200, ['Own', 'Lunch?', 'Second'].sort()]);
  expect((await polls.results(owner.session.account, poll)).votes_count).toBe(1_200);
  expect(await findMiscounts(server.services)).toEqual([]);
});

test('an account has one import at a time', async () => {
  const running = await startImport();
  await expect(importFile('renew')).rejects.toThrow('Another import');
  running.resume();
  expect(await running.readOutcome()).toBe('imported');
});

test.each(['the file', 'a write'])('leaves nothing when %s fails', async (what) => {
  const before = await rowsIn();
  const running = await startImport();
  if (what === 'the file') running.fail(new Error('Failed on purpose.'));
  else {
    const { store } = server.services;
    const { run } = store;
    vi.spyOn(store, 'run').mockImplementation((write, input) =>
      write.name === addImportedRows.name
        ? Promise.reject(new Error('Failed on purpose.'))
        : run.call(store, write, input),
    );
    running.resume();
  }
  expect(await running.readOutcome()).toBe('Failed on purpose.');
  vi.restoreAllMocks();
  await removeAll();
  expect(await rowsIn()).toEqual(before);
  expect(await findMiscounts(server.services)).toEqual([]);
});

test('the rows of an interrupted import are removed, and the import cannot continue', async () => {
  const before = await rowsIn();
  const running = await startImport();
  expect((await rowsIn()).slice(-2)).not.toContain(0);
  await clock.advance({ minutes: 11 });
  await removeAll();
  expect(await rowsIn()).toEqual(before);
  running.resume();
  expect(await running.readOutcome()).toMatch(/^The import was interrupted/);
  expect([await rowsIn(), await findMiscounts(server.services)]).toEqual([before, []]);
});

test('the next import of the account removes the rows of an interrupted import', async () => {
  const interrupted = await startImport();
  await clock.advance({ minutes: 11 });
  await importFile('renew');
  interrupted.resume();
  expect(await interrupted.readOutcome()).toMatch(/^The import was interrupted/);
  await removeAll();
  expect([await titles(), (await rowsIn())[1]]).toEqual([['Lunch?', 'Second'], 1_200]);
  expect(await findMiscounts(server.services)).toEqual([]);
});

test('a new process removes the rows of an interrupted import', async () => {
  const before = await rowsIn();
  await startImport();
  await clock.advance({ minutes: 11 });
  const next = await startService({ clock: time, database: server.database });
  await clock.advance(0);
  expect(await rowsIn()).toEqual(before);
  await next.close();
});

test('an import into an account that is deleted during the import leaves nothing', async () => {
  const running = await startImport();
  await server.services.accounts.delete(owner.session, owner.password);
  running.resume();
  expect(await running.readOutcome()).toMatch(/^The import was interrupted/);
  await removeAll();
  expect(await rowsIn()).toEqual(tables.map(() => 0));
});

test('an ask that is imported again is read again, although its ID and version are the same', async () => {
  const { polls } = server.askwell;
  const account = owner.session.account;
  await importFile('keep');
  await polls.vote(poll, { choices: ['o2'] }, { id: 'a visitor' });
  expect(await embedded()).toBe(200);
  for (const id of [poll, ...(await idsOf())]) await polls.delete(account, id).catch(() => {});
  await importFile('keep');
  await polls.vote(poll, { choices: ['o2'] }, { id: 'a visitor' });
  expect((await polls.results(account, poll)).votes_count).toBe(1_201);
  await settled();
  expect(await findMiscounts(server.services)).toEqual([]);
});

async function idsOf(): Promise<string[]> {
  const found: string[] = [];
  for await (const { id } of server.askwell.polls.list(owner.session.account)) found.push(id);
  return found;
}
