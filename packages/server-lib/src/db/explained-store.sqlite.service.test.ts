import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { Askwell } from '../askwell-interface.js';
import { AskwellError } from '../base/errors.js';
import { createAskwell } from '../create-askwell.js';
import { createTestClock } from '../tools/testing/test-clock.js';

let folder: string;
let database: string;
let askwell: Askwell;
let lines: { level: string; message: string; reason?: string }[];

const log = (level: string) => (details: object, message: string) => void lines.push({ level, ...details, message });

beforeEach(async () => {
  lines = [];
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  await writeFile(database, 'This is no database. '.repeat(100));
  askwell = createAskwell({
    database,
    secret: 'a secret of more than 32 characters',
    writer: 'inline',
    clock: createTestClock('2026-01-31').source,
    logger: { info() {}, warn: log('warn'), error: log('error') },
  });
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await askwell.close();
  await rm(folder, { recursive: true, force: true });
});

const reason = () => `${database} is not a SQLite database. Give another path for the database.`;

const failureOf = (call: Promise<unknown>): Promise<AskwellError> =>
  call.then(
    () => expect.unreachable('The call succeeds.'),
    (error: unknown) => (error instanceof AskwellError ? error : expect.unreachable(`${error}`)),
  );

/** Calls that read, write, count, and compute. */
const calls: readonly [name: string, call: () => Promise<unknown>][] = [
  ['polls.list', () => askwell.polls.list('u1').next()],
  ['polls.create', () => askwell.polls.create('u1', { title: 'Lunch?', options: ['a', 'b'] })],
  ['polls.vote', () => askwell.polls.vote('poll_00000000000000000000', { choices: ['o1'] })],
  ['polls.results', () => askwell.polls.results('u1', 'poll_00000000000000000000')],
  ['accounts.ensure', () => askwell.accounts.ensure({ externalId: 'u1', name: 'Owner' })],
  ['accounts.list', () => askwell.accounts.list().next()],
  ['sites.list', () => askwell.sites.list('u1').next()],
  ['auth.session', () => askwell.auth.session({ headers: {} }, { user: { id: 'u1', name: 'Owner' } })],
  [
    'auth.authenticate',
    () => askwell.auth.authenticate({ 'x-api-key': 'ask_0000000000000000000000000000000000000000' }),
  ],
  ['limiter.take', () => askwell.limiter.take('192.0.2.1')],
  ['ready', () => askwell.ready()],
];

describe('a database that cannot be opened', () => {
  test.each(calls.filter(([name]) => !['auth.authenticate', 'limiter.take'].includes(name)))(
    'fails %s with an AskwellError that says why',
    async (_name, call) => {
      const error = await failureOf(call());
      expect(error).toMatchObject({ code: 'unavailable', status: 503, message: reason() });
      expect(error.cause).toMatchObject({ name: 'StoreError', message: reason() });
    },
  );

  test.each(calls)('never fails %s with another error than an AskwellError', async (_name, call) => {
    const error = await call().catch((reason: unknown) => reason);
    if (error instanceof Error) expect(error).toBeInstanceOf(AskwellError);
  });

  test('is not explained to the users of the host in production, but to the operator who starts it', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    for (const [name, call] of calls.slice(0, 3)) {
      const error = await failureOf(call());
      expect(error.message, name).toBe('The service is temporarily unavailable. Try again shortly.');
      expect(error.cause).toMatchObject({ message: reason() });
    }
    expect((await failureOf(askwell.ready())).message).toBe(reason());
  });

  test('is logged once for all calls and requests, with the reason', async () => {
    for (const [, call] of calls) await call().catch(() => {});
    for (const path of ['/dashboard', '/login', '/p/poll_00000000000000000000'])
      await askwell.fetch(new Request(`http://localhost${path}`), { address: '192.0.2.1' });
    expect(lines).toEqual([
      {
        level: 'error',
        message: 'The database cannot be used.',
        error: 'StoreError',
        reason: reason(),
        code: 'SQLITE_NOTADB',
      },
    ]);
  });

  test('is not logged by ready(), whose error says why', async () => {
    expect((await failureOf(askwell.ready())).message).toBe(reason());
    expect(lines).toEqual([]);
  });

  test('is logged again when the reason changes', async () => {
    const list = () => failureOf(askwell.sites.list('u1').next());
    await list();
    await rm(folder, { recursive: true });
    await list();
    expect(lines.map(({ level, reason: logged }) => [level, logged])).toEqual([
      ['error', reason()],
      ['error', expect.stringContaining(`The folder ${folder} does not exist.`)],
    ]);
  });

  test.each(['development', 'production'])('is not explained in responses, in %s', async (environment) => {
    vi.stubEnv('NODE_ENV', environment);
    for (const accept of ['text/html', 'application/json']) {
      const request = new Request('http://localhost/dashboard', { headers: { accept } });
      const reply = await askwell.fetch(request, { address: '192.0.2.1', user: { id: 'u1', name: 'Owner' } });
      const text = await reply.text();
      expect(reply.status).toBe(503);
      expect(text).not.toMatch(/SQLite|askwell\.db/);
    }
  });
});
