import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../test/support/temporary-folder.js';
import type { Askwell } from './askwell-interface.js';
import { createAskwellOnce } from './create-askwell-once.js';
import type { AskwellOptions } from './instance/options/options.js';

const warnings: string[] = [];
const logger = { info() {}, error() {}, warn: (_details: object, message: string) => void warnings.push(message) };
const user = { id: 'u1', name: 'Ada', email: 'ada@example.com' };

let folder: string;
let askwell: Askwell | undefined;
beforeEach(async () => {
  folder = await temporaryFolder();
  warnings.length = 0;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await askwell?.close();
  askwell = undefined;
  await rm(folder, { recursive: true });
});

/** Evaluates the module of the app, as after a change of its code. */
function load(options: Partial<AskwellOptions> = {}): Askwell {
  const database = join(folder, 'askwell.db');
  askwell = createAskwellOnce({ database, registration: 'closed', writer: 'inline', logger, ...options });
  return askwell;
}

const dashboardStatus = async (handler: Pick<Askwell, 'fetch'>): Promise<number> =>
  (await handler.fetch(new Request('http://localhost/dashboard'), { address: '192.0.2.1' })).status;

test.each(['development', 'test', ''])('with NODE_ENV "%s", a later call replaces the options', async (mode) => {
  vi.stubEnv('NODE_ENV', mode);
  const first = load();
  const { fetch } = first;
  const account = await first.accounts.ensure({ externalId: user.id, name: user.name, email: user.email });
  const poll = await first.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  expect(await dashboardStatus(first)).toBe(303);

  const second = load({ getUser: () => user });
  expect(second).toBe(first);
  expect(await Promise.all([dashboardStatus(first), dashboardStatus(second), dashboardStatus({ fetch })])).toEqual([
    ...[200, 200, 200],
  ]);
  const again = await first.accounts.ensure({ externalId: user.id, name: user.name, email: user.email });
  expect((await first.polls.get(again, poll.id))?.title).toBe('Lunch?');
  expect(warnings).toEqual([]);
});

test('an invalid option leaves the instance as it is', async () => {
  const first = load({ getUser: () => user });
  expect(() => load({ baseUrl: 'nonsense' })).toThrow('baseUrl');
  expect(await dashboardStatus(first)).toBe(200);
});

test('in production, a later call returns the first instance, and refuses another database or path', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const first = load();
  expect(load({ getUser: () => user })).toBe(first);
  expect(await dashboardStatus(first)).toBe(303);
  const others = { database: join(folder, 'other.db'), schema: 'other', baseUrl: 'http://localhost/x', basePath: '/x' };
  for (const [name, value] of Object.entries(others)) {
    expect(() => load({ [name]: value })).toThrow(
      `${name}: createAskwellOnce was called before with another value. Create a second instance with createAskwell.`,
    );
  }
});

test('a closed instance is not returned again', async () => {
  const first = load();
  await first.close();
  const second = load();
  expect(second).not.toBe(first);
  await second.ready();
});
