import { expect, test } from 'vitest';
import { AskwellError } from '../../base/errors.js';
import type { QuotaOptions } from '../../core/quota-options.js';
import { createAskwell } from '../../create-askwell.js';
import type { WebhookOptions } from '../../events/webhooks/webhook-options.js';
import type { EditorOptions } from '../../owners/access/editor-rules.js';
import type { MetricsOptions } from '../metrics/metrics-options.js';
import { checkOptions } from './check-options.js';
import type { AskwellOptions, LimitOptions, McpOptions } from './options.js';
import type { PageOptions } from './page-options.js';

/** The path of every option, as in messages. A new option without invalid values does not compile. */
type OptionPath =
  | keyof AskwellOptions
  | `limits.${keyof LimitOptions}`
  | `mcp.${keyof McpOptions}`
  | `metrics.${keyof MetricsOptions}`
  | `quotas.${keyof QuotaOptions}`
  | `pages.${keyof PageOptions}`
  | `webhooks.${keyof WebhookOptions}`
  | `editor.${keyof EditorOptions}`
  | `on.${'answer' | 'change'}`;

const invalidValues: Record<OptionPath, readonly [unknown, unknown, unknown]> = {
  database: [undefined, 42, 'mysql://localhost/app'],
  databaseConnections: [3, 4.5, '10'],
  schema: [5, '', 'a'.repeat(64)],
  baseUrl: [3000, 'example.com', new URL('http://localhost')],
  basePath: [true, 'polls', '/a?b'],
  secret: ['short', 'a'.repeat(40), Buffer.alloc(32)],
  newSecret: ['yes', 1, null],
  trustProxy: ['10.0.0.0/8', ['proxy'], [10]],
  hsts: ['yes', -1, 1.5],
  branding: ['off', 0, null],
  changeDays: [0, 1.5, '30'],
  imageHosts: ['example.com', ['https://example.com'], [1]],
  keyPrefix: ['Ask', '', 1],
  registration: ['none', true, null],
  getUser: [5, 'user', {}],
  translate: [5, 'deepl', {}],
  signInUrl: [5, 'login', '//example.com'],
  userOrigins: ['https://example.com', ['example.com'], ['https://example.com/']],
  homeUrl: [5, 'home', 'javascript:alert(1)'],
  brand: ['Example', [], { name: 'Example', color: '#fff' }],
  email: ['smtp://h', { url: 'smtp://h' }, { send: 'smtp://h', from: 'a@example.com' }],
  editor: [true, 'poll', ['poll']],
  'editor.kinds': ['poll', ['survey'], [1]],
  'editor.types': ['email', [''], [1]],
  'editor.locked': ['locale', ['locale'], { locale: undefined }],
  'editor.hidden': ['design', [''], [null]],
  on: [() => {}, 'answer', 1],
  'on.answer': [1, 'log', {}],
  'on.change': [true, [], 'log'],
  pages: [false, 'docs', ['docs']],
  'pages.landing': ['off', 0, null],
  'pages.dashboard': ['on', 1, {}],
  'pages.register': ['first', 0, []],
  'pages.docs': ['false', 2, () => true],
  limits: [30, [], 'none'],
  'limits.ipv6Prefix': [8, 64.5, '64'],
  'limits.store': [{}, new Map(), 'memory'],
  'limits.addresses': [999, 1e8, '50000'],
  'limits.liveReaders': [-1, Number.POSITIVE_INFINITY, '10'],
  'limits.eventLoopDelay': [0, 0.5, '200'],
  'limits.writeDelay': [-1, Number.NaN, '2s'],
  'limits.pendingWrites': [0, 1.5, '10'],
  'limits.pendingWriteBytes': [0, Number.POSITIVE_INFINITY, '32 MiB'],
  'limits.accountRequests': [0, 1.5, '6000'],
  mcp: [true, 'read', []],
  'mcp.writes': ['yes', 1, null],
  metrics: [true, [], 'all'],
  'metrics.token': ['hunter2', 'sixteen characters', 1],
  'metrics.addresses': ['::1', ['localhost'], [1]],
  'metrics.meter': [{}, 'meter', () => {}],
  quotas: [1_000, [], 'none'],
  'quotas.asks': [-1, 0.5, '10'],
  'quotas.createdAsks': [-1, 0.5, '10'],
  'quotas.definitionBytes': [-1, '1 MB', null],
  'quotas.tickets': [-1, Number.POSITIVE_INFINITY, '10'],
  'quotas.webhooks': [-1, 1.5, '20'],
  webhooks: [true, [], 'on'],
  'webhooks.send': ['yes', 1, null],
  'webhooks.allowHttp': ['on', 0, null],
  'webhooks.allowedAddresses': ['10.0.0.0/8', ['localhost'], [10]],
  'webhooks.lookup': ['dns', {}, true],
  'webhooks.timeout': [99, 60_001, '10s'],
  'webhooks.retryDelays': [5, [-1], ['5s']],
  'webhooks.secretOverlapHours': [-1, 0.5, 721],
  logger: [console.log, { info() {} }, true],
  clock: [0, 'now', { now: Date.now }],
  writer: [null, 1, ''],
};

const cases = Object.entries(invalidValues).flatMap(([path, values]) => values.map((value) => ({ path, value })));

/** Returns options with one of them set. `limits.store` is a member of `limits`. */
function optionsWith(path: string, value: unknown): Record<string, unknown> {
  const [outer = '', inner] = path.split('.');
  return { database: ':memory:', [outer]: inner === undefined ? value : { [inner]: value } };
}

test.each(cases)('rejects $path: $value with a TypeError that names the option', ({ path, value }) => {
  const check = () => checkOptions(optionsWith(path, value));
  expect(check).toThrow(TypeError);
  expect(check).toThrow(new RegExp(`^${path.replace('.', '\\.')}: `));
});

test.each([
  ['baseURL', 'Did you mean "baseUrl"?'],
  ['session', 'Did you mean "getUser"?'],
  ['port', 'The options are: database, schema, databaseConnections, baseUrl, '],
])('rejects the unknown option %s: %s', (name, hint) => {
  const check = () => checkOptions(optionsWith(name, 'x'));
  expect(check).toThrow(TypeError);
  expect(check).toThrow(`${name}: unknown option. ${hint}`);
});

test.each([
  ['on', 'vote', 'on.vote: unknown option. The options are: answer, change.'],
  ['limits', 'ipv6prefix', 'limits.ipv6prefix: unknown option. Did you mean "ipv6Prefix"?'],
  ['pages', 'session', 'pages.session: unknown option. The options are: landing, dashboard, register, docs.'],
])('rejects an unknown member of %s by its full name', (group, name, message) => {
  expect(() => checkOptions({ database: ':memory:', [group]: { [name]: true } })).toThrow(message);
});

test.each([undefined, null, 'askwell.db', 42, []])('rejects %j instead of options', (options) => {
  expect(() => checkOptions(options)).toThrow(/^createAskwell: expected an object/);
});

test.each([
  'mysql://user:hidden@localhost/app',
  'mariadb://user:hidden@localhost/app',
  'mongodb://user:hidden@localhost/app',
  'mongodb+srv://user:hidden@example.com/app',
  'prisma://example.com/?api_key=hidden',
  'libsql://hidden.example.com',
  'http://example.com/hidden',
  'file:./hidden.db?connection_limit=1',
])('a URL of another database is named by its scheme: %s', (database) => {
  const message = messageOf(() => checkOptions({ database }));
  expect(message).toContain(`not a ${database.slice(0, database.indexOf(':'))}: URL.`);
  expect(message).toMatch(/^database: expected the path of a SQLite file or a postgres:\/\/ URL.* ASKWELL_DATABASE\.$/);
  expect(message).not.toContain('hidden');
});

test.each(['askwell.db', './data/askwell.db', ':memory:', 'C:\\data\\askwell.db', 'postgres://localhost/app', ''])(
  'a path or a URL of PostgreSQL is accepted: %j',
  (database) => {
    expect(() => checkOptions({ database })).not.toThrow();
  },
);

function messageOf(action: () => void): string {
  try {
    action();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  return expect.unreachable();
}

test('the message does not contain a secret', () => {
  expect(() => checkOptions(optionsWith('metrics.token', 'hunter2'))).toThrow(
    /^metrics\.token: expected at least 16 printable characters without spaces\.$/,
  );
  expect(() => checkOptions(optionsWith('secret', 'hunter2'))).toThrow(
    'secret: expected at least 32 characters, got 7.',
  );
});

test.each([{ perHour: 0 }, { perAccount: 1.5 }, { perClient: '60' }, { perDay: 1 }, { perAddress: 1_000_001 }, 5])(
  'the limits of emails cannot be %j',
  (limits) => {
    const options = { database: ':memory:', baseUrl: 'https://example.com' };
    const email = { url: 'smtp://mail.example.com', from: 'a@example.com' };
    expect(() =>
      checkOptions({ ...options, email: { ...email, limits: { perHour: 1, perAddress: undefined } } }),
    ).not.toThrow();
    expect(() => checkOptions({ ...options, email: { ...email, limits } })).toThrow(/^email: expected .* limits/);
  },
);

test('emails require `baseUrl`, and the message does not contain the password of the server', () => {
  const email = { url: 'smtp://user:hunter2@mail.example.com', from: 'a@example.com' };
  const baseUrl = 'https://example.com';
  expect(() => checkOptions({ database: ':memory:', email })).toThrow('email: requires `baseUrl`');
  expect(() => checkOptions({ database: ':memory:', baseUrl, email })).not.toThrow();
  const invalid = { ...email, url: 'http://user:hunter2@mail.example.com' };
  expect(() => checkOptions({ database: ':memory:', baseUrl, email: invalid })).toThrow(
    /^email: expected (?!.*hunter2)/,
  );
});

test('an option that is undefined is absent', () => {
  const absent = Object.fromEntries(Object.keys(invalidValues).map((path) => [path.split('.')[0] ?? '', undefined]));
  expect(() => checkOptions({ ...absent, database: ':memory:' })).not.toThrow();
});

test('createAskwell checks its options', () => {
  expect(() => createAskwell(JSON.parse('{ "database": 42 }'))).toThrow(
    'database: expected a file path, ":memory:", a postgres:// URL, an open better-sqlite3 database or a Pool of pg, got 42.',
  );
});

test('rejects a missing account or one of the wrong type', async () => {
  const askwell = createAskwell({ database: ':memory:' });
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  for (const account of [undefined, null, 0, 1.5, '', {}, true]) {
    const creation = expect(askwell.polls.create(JSON.parse(JSON.stringify({ account })).account, draft));
    await creation.rejects.toThrow(/^askwell\.polls\.create: account: expected/);
  }
  await expect(askwell.polls.create('nobody', draft)).rejects.toThrow(AskwellError);
  await askwell.close();
});
