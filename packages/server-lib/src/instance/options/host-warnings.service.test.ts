import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { toH3Handler } from '../../adapters/h3.js';
import { toHonoHandler } from '../../adapters/hono.js';
import { toNextJsHandler } from '../../adapters/next.js';
import type { Askwell } from '../../askwell-interface.js';
import type { Logger } from '../../base/logger.js';
import { createAskwell } from '../../create-askwell.js';
import type { AskwellOptions } from './options.js';

let warnings: string[];
let logger: Logger;
let folder: string;
let opened: Askwell[];

beforeEach(async () => {
  warnings = [];
  logger = { info() {}, error() {}, warn: (_details, message) => warnings.push(message) };
  folder = await temporaryFolder();
  opened = [];
});
afterEach(async () => {
  for (const askwell of opened) await askwell.close();
  await rm(folder, { recursive: true });
});

function create(options: Partial<AskwellOptions> = {}): Askwell {
  const askwell = createAskwell({ database: ':memory:', registration: 'closed', logger, ...options });
  opened.push(askwell);
  return askwell;
}

const vote = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
const voteAt = (url: string) => new Request(`${url}/api/v1/polls/poll_x/votes`, vote);

test('warns once if the fetch handler is called without an address', async () => {
  const askwell = create();
  for (let n = 0; n < 3; n++) await askwell.fetch(voteAt('http://localhost'));
  expect(warnings).toEqual([expect.stringContaining('A request has no client address')]);
});

test('does not warn if the fetch handler is called with an address', async () => {
  const askwell = create({ baseUrl: 'http://localhost/polls' });
  await askwell.fetch(voteAt('http://localhost/polls'), { address: '192.0.2.1' });
  expect(warnings).toEqual([]);
});

test.each([
  ['http://localhost', '/polls', '"/polls", but the path of baseUrl is "/"'],
  ['http://localhost/polls', '', '"/", but the path of baseUrl is "/polls"'],
  ['http://localhost/polls', '/ask', '"/ask", but the path of baseUrl is "/polls"'],
])('warns once if the baseUrl is %s and requests arrive under "%s"', async (baseUrl, mounted, message) => {
  const askwell = create({ baseUrl });
  for (const path of ['/widget.js', '/api/v1/me', '/embed/polls/poll_x'])
    await askwell.fetch(new Request(`http://localhost${mounted}${path}`), { address: '192.0.2.1' });
  expect(warnings).toEqual([expect.stringContaining(message)]);
});

test.each(['/dashboard', '/p/1', '/api/v1/orders', '/admin/docs'])(
  'does not warn about a path of the host that is similar to one of Askwell: %s',
  async (path) => {
    const askwell = create({ baseUrl: 'http://localhost/polls' });
    await askwell.fetch(new Request(`http://localhost${path}`), { address: '192.0.2.1' });
    expect(warnings).toEqual([]);
  },
);

test('does not warn about the paths of the sample poll', async () => {
  const askwell = create({ baseUrl: 'http://localhost', pages: { landing: true } });
  const page = await (await askwell.fetch(new Request('http://localhost/'), { address: '192.0.2.1' })).text();
  expect(page).toContain('server="/sample"');
  await askwell.fetch(new Request('http://localhost/sample/embed/polls/poll_x'), { address: '192.0.2.1' });
  expect(warnings).toEqual([]);
});

test('warns in development while two instances have the same database open', async () => {
  const database = join(folder, 'askwell.db');
  const [first, second] = [create({ database }), create({ database })];
  await first.ready();
  expect(warnings).toEqual([]);
  await second.ready();
  expect(warnings).toEqual([expect.stringContaining(`Another instance in this process has ${database} open.`)]);
  await Promise.all([first.close(), second.close()]);
  warnings.length = 0;
  logger = { ...logger };
  await create({ database }).ready();
  expect(warnings).toEqual([]);
});

test('does not warn about a second instance in production', async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const database = join(folder, 'askwell.db');
  await create({ database }).ready();
  await create({ database }).ready();
  vi.unstubAllEnvs();
  expect(warnings).toEqual([]);
});

test('warns if there is no account and no registration option', async () => {
  const database = join(folder, 'askwell.db');
  const warned = createDeferred();
  const { warn } = logger;
  logger = {
    ...logger,
    warn(details, message) {
      warn(details, message);
      warned.resolve();
    },
  };
  const visit = (instance: Askwell, path = '/login', user?: null) =>
    instance.fetch(new Request(`http://localhost${path}`), { address: '192.0.2.1', user });
  const askwell = create({ database, registration: undefined });
  await askwell.ready();
  await visit(askwell, '/healthz');
  await visit(askwell, '/login', null);
  expect(warnings).toEqual([]);
  await visit(askwell);
  await warned.promise;
  expect(warnings).toEqual([expect.stringContaining('There is no account yet')]);
  await askwell.accounts.ensure({ externalId: 'u1', name: 'Owner', email: 'owner@example.com' });
  await askwell.close();
  warnings.length = 0;
  logger = { ...logger };
  for (const options of [{}, { pages: { register: false } }, { getUser: () => null }]) {
    const again = create({ database, registration: undefined, ...options });
    await visit(again);
    await again.close();
  }
  expect(warnings).toEqual([]);
});

test.each([
  '.next/standalone/askwell.db',
  '.output/server/askwell.db',
  'build/askwell.db',
  'dist/data/askwell.db',
  'node_modules/.data/askwell.db',
])('warns once if a build deletes the database: %s', async (path) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  // Next.js copies the file into its standalone folder.
  await writeFile(join(dirname(join(folder, path)), 'package.json'), '{}');
  for (let n = 0; n < 2; n++) {
    const askwell = create({ database: join(folder, path), writer: 'inline' });
    await askwell.ready();
    await askwell.close();
  }
  const [emptied = ''] = path.split('/');
  const message = `is in ${join(folder, emptied)}, which a build of the app empties`;
  expect(warnings).toEqual([expect.stringContaining(message)]);
});

test.each(['build/app/data.db', 'data.db'])(
  'does not warn about a database that no build deletes: %s',
  async (path) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(dirname(join(folder, path)), 'package.json'), '{}');
    await create({ database: join(folder, path), writer: 'inline' }).ready();
    expect(warnings).toEqual([]);
  },
);

test('an empty database fails at opening, not before, so that a build needs no variable', async () => {
  const askwell = create({ database: '', secret: '0123456789abcdef0123456789abcdef' });
  await expect(askwell.ready()).rejects.toThrow('The option `database` is empty. Set ASKWELL_DATABASE to');
});

test.each([
  [{ pages: { register: false } }, true],
  [{ pages: { dashboard: false } }, true],
  [{ getUser: () => null }, true],
  // The host creates the first account when it starts.
  [{}, false],
])('does not warn about the first registration with %j', async (options, isEmpty) => {
  const askwell = create({ registration: undefined, ...options });
  if (!isEmpty) await askwell.accounts.ensure({ externalId: 'u1', name: 'Owner' });
  await askwell.fetch(new Request('http://localhost/login'), { address: '192.0.2.1' });
  await askwell.accounts.list().next();
  expect(warnings).toEqual([]);
});

test('says where to pass the address, with the code of the helper that the host uses', async () => {
  const handlers: readonly [RegExp, (askwell: Askwell) => Promise<unknown>][] = [
    [
      /Pass the address: askwell\.fetch\(request, \{ address \}\)\.$/,
      (askwell) => askwell.fetch(voteAt('http://localhost')),
    ],
    [
      /toNextJsHandler\(askwell, \{ address: 'x-real-ip' \}\)/,
      (askwell) => toNextJsHandler(askwell).POST(voteAt('http://localhost')),
    ],
    [
      /toHonoHandler\(askwell, \{ address: /,
      (askwell) =>
        toHonoHandler(askwell)({
          env: {},
          req: { raw: voteAt('http://localhost'), arrayBuffer: () => Promise.resolve(new ArrayBuffer(0)) },
        }),
    ],
    [
      /use a server whose requests have `ip`.*, or call askwell\.fetch\(request, \{ address \}\)/,
      (askwell) => toH3Handler(askwell)({ req: voteAt('http://localhost') }),
    ],
  ];
  for (const [words, send] of handlers) {
    logger = { ...logger };
    await send(create());
    expect(warnings.splice(0)).toEqual([expect.stringMatching(words)]);
  }
});
