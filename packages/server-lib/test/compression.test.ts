import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healthEndpoints } from '../src/api/health-endpoints.js';
import { createApiEndpoints } from '../src/create-askwell.js';
import { dashboardRoutes } from '../src/dashboard/dashboard-endpoints.js';
import { embedRoutes } from '../src/embed/embed-endpoints.js';
import { openApiEndpoints } from '../src/openapi/routes.js';
import { pageRoutes } from '../src/pages/page-endpoints.js';
import { quizStartEndpoints } from '../src/quizzes/quiz-endpoints.js';
import { createAsk, type Plural } from './support/asks/create-ask.js';
import { createFormBrowser, type FormBrowser, makeKey, register } from './support/browser/form-browser.js';
import { hiddenValue } from './support/browser/hosted-page-client.js';
import { createClient, newAddress } from './support/http/http-client.js';
import { startServer, type TestServer } from './support/servers/start-server.js';

/*
 * Replies of more than 1 KB are compressed, except those with a secret and text that others can choose.
 */

let server: TestServer;
let owner: FormBrowser;
let key: string;
/** The IDs in the paths below, by name. */
const ids = new Map<string, string>();

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  owner = createFormBrowser(server.url);
  await register(owner);
  key = await makeKey(owner, { name: 'Test' });
  for (let at = 0; at < 9; at++) await makeKey(owner, { name: 'k'.repeat(100) });
  await fill();
});
afterAll(() => server.close());

const long = 'How do you like it? '.repeat(100);
const labels = Array.from({ length: 40 }, (_, at) => `This is option number ${at}`);
const visible = { results_visibility: 'always' };
const quizDraft = {
  title: 'Quiz',
  description: long,
  questions: labels.map((prompt) => ({ type: 'boolean', prompt, answer: true })),
};
const asks: readonly [plural: Plural, answers: string, draft: object, answer: object][] = [
  ['polls', 'votes', { title: 'Poll', description: long, options: labels, ...visible }, { choices: ['o1'] }],
  ['quizzes', 'attempts', quizDraft, { answers: Object.fromEntries(labels.map((_label, at) => [`q${at + 1}`, true])) }],
  [
    'forms',
    'submissions',
    {
      title: 'Form',
      description: long,
      fields: labels.map((label) => ({ type: 'long_text', label })),
      after: { message: long },
      ...visible,
    },
    { answers: { f1: long } },
  ],
];

async function fill(): Promise<void> {
  const client = createClient(server);
  const origins = Array.from({ length: 50 }, (_, at) => `https://a-rather-long-name-${at}.example`);
  ids.set('site', (await client('POST', '/sites', { key, body: { name: 'Site', origins } })).id('data.id'));
  for (const [plural, answers, draft, answer] of asks) {
    const id = await createAsk(server, key, plural, draft);
    for (let at = 0; at < 10; at++) {
      const given = await client('POST', `/${plural}/${id}/${answers}`, { body: answer, from: newAddress() });
      ids.set(plural, id).set(answers, given.id('data.id'));
    }
    const ticketed = { ...draft, one_per: 'ticket' };
    ids.set(`ticket ${plural}`, await createAsk(server, key, plural, ticketed));
  }
  const timed = { ...quizDraft, time_limit_seconds: 60 };
  ids.set('timed', await createAsk(server, key, 'quizzes', timed));
}

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const accepting = { 'accept-encoding': 'gzip, deflate, br' };

const unpackers = { gzip: gunzipSync, br: brotliDecompressSync };

/** Sends a request, and decompresses the reply by its `Content-Encoding`. */
function ask(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asking = request(server.url + path, { method, headers }, (reply) => {
      buffer(reply).then((bytes) => {
        const encoding = reply.headers['content-encoding'];
        const unpack = encoding === 'gzip' || encoding === 'br' ? unpackers[encoding] : (given: Buffer) => given;
        const text = method === 'HEAD' ? '' : unpack(bytes).toString();
        resolve({ status: reply.statusCode, headers: reply.headers, bytes, text });
      }, reject);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

interface Visit {
  readonly query?: string;
  /** Sent as JSON under `/api/v1`, as a form elsewhere. */
  readonly body?: object;
  /** Names of the IDs in the path, in their order. */
  readonly at?: readonly string[];
}

function visit(surface: string, { query = '', body, at = [] }: Visit = {}, more: Record<string, string> = {}) {
  const [method = '', pattern = ''] = surface.split(' ');
  const names = [...at];
  const path = pattern.replace(/\{\w+\}/g, () => ids.get(names.shift() ?? '') ?? 'unknown') + query;
  const isApi = pattern.startsWith('/api/');
  const type = isApi ? 'application/json' : 'application/x-www-form-urlencoded';
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = {
    ...accepting,
    'x-forwarded-for': newAddress(),
    ...(isApi ? { 'x-api-key': key } : pattern.startsWith('/dashboard') || pattern === '/logout' ? { cookie } : {}),
    ...(body === undefined ? {} : { 'content-type': type }),
    ...more,
  };
  const sent = body && (isApi ? JSON.stringify(body) : String(new URLSearchParams(Object.entries(body))));
  return ask(method, path, headers, sent);
}

/** Returns the path of a file that a page refers to. */
async function fileIn(page: string, shape: RegExp): Promise<string> {
  const found = shape.exec((await visit(`GET ${page}`, { at: ['polls'] })).text)?.[0];
  if (!found) throw new Error(`${page} does not refer to such a file.`);
  return found;
}

type Surface = readonly [surface: string, visit?: Visit];

/** Test cases, each with a short name. */
function named(surfaces: readonly Surface[]): [name: string, surface: string, visit: Visit | undefined][] {
  return surfaces.map(([surface, how]) => [
    `${surface}${how?.query ?? ''}${how?.at ? ` of ${how.at[0]}` : ''}`,
    surface,
    how,
  ]);
}

const byKind = (rows: (...ask: (typeof asks)[number]) => Surface[]) => asks.flatMap((one) => rows(...one));

const compressed: readonly Surface[] = [
  ['GET /api/v1/me'],
  ['GET /api/v1/sites'],
  [
    'POST /api/v1/sites',
    { body: { name: 'Other', origins: labels.map((_label, at) => `https://another-name-${at}.example`) } },
  ],
  ['GET /api/v1/sites/{id}', { at: ['site'] }],
  ['PATCH /api/v1/sites/{id}', { at: ['site'], body: { name: 'Changed' } }],
  ...byKind((plural, _answers, draft) => [
    [`GET /api/v1/${plural}`],
    [`POST /api/v1/${plural}`, { body: draft }],
    [`GET /api/v1/${plural}/{id}`, { at: [plural] }],
    [`PATCH /api/v1/${plural}/{id}`, { at: [plural], body: { title: 'Changed' } }],
    [`GET /api/v1/${plural}/{id}/results`, { at: [plural] }],
    [`GET /embed/${plural}/{id}`, { at: [plural] }],
  ]),
  ['GET /embed/quizzes/{id}/start', { at: ['timed'] }],
  ['GET /widget.js'],
  ['GET /embed/widget/results.js'],
  ['GET /embed/languages/de.json'],
  ['GET /embed/faults/de.json'],
  ['GET /p/{id}', { at: ['polls'] }],
  ['GET /p/{id}', { at: ['quizzes'] }],
  ['GET /p/{id}', { at: ['forms'] }],
  ['GET /p/{id}/qr.svg', { at: ['polls'] }],
  ['GET /'],
  ['GET /register'],
  ['GET /login'],
  ['GET /logout'],
  ['GET /dashboard'],
  ['GET /dashboard/keys'],
  ['GET /dashboard/sites'],
  ['GET /dashboard/sites/{id}', { at: ['site'] }],
  ['GET /dashboard/account'],
  ['GET /docs'],
  ['GET /openapi.json'],
];

test.each(named(compressed))('%s is compressed', async (_name, surface, how) => {
  const [packed, plain] = [await visit(surface, how), await visit(surface, how, { 'accept-encoding': 'identity' })];
  expect([packed.status, plain.status]).toEqual([surface.startsWith('POST') ? 201 : 200, packed.status]);
  expect(packed.headers['content-encoding']).toMatch(/^(gzip|br)$/);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  expect(plain.bytes.length).toBeGreaterThan(1_024);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  for (const { headers } of [packed, plain]) expect(headers.vary).toMatch(/(^|, )Accept-Encoding$/);
  // Tokens and times differ from one request to the next, but not in length.
  expect(packed.text.length).toBe(plain.text.length);
  if (plain.headers.etag && !surface.startsWith('POST')) {
    expect(packed.headers.etag).toBe(plain.headers.etag.replace(/"$/, `-${packed.headers['content-encoding']}"`));
  }
  if (!surface.startsWith('GET')) return;
  const head = await visit(surface.replace('GET', 'HEAD'), how);
  for (const name of ['content-encoding', 'vary', 'content-type', 'etag'] as const) {
    expect([name, head.headers[name]]).toEqual([name, packed.headers[name]]);
  }
});

test('files that pages refer to are compressed, with Brotli where that is accepted', async () => {
  const files = [
    await fileIn('/p/{id}', /\/p\/assets\/[\w-]+\.css/),
    await fileIn('/p/{id}', /\/p\/assets\/[\w-]+\.js/),
    await fileIn('/login', /\/dashboard\/assets\/[\w-]+\.css/),
    '/openapi.json',
    '/widget.js',
  ];
  for (const file of files) {
    const sizes: number[] = [];
    for (const encoding of ['br', 'gzip']) {
      const { headers, bytes } = await visit(`GET ${file}`, {}, { 'accept-encoding': encoding });
      expect([file, headers['content-encoding']]).toEqual([file, encoding]);
      sizes.push(bytes.length);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  }
});

const oneAnswer = (plural: string, answers: string): Surface => [
  `GET /api/v1/${plural}/{id}/${answers}/{answer}`,
  { at: [plural, answers] },
];

/** Replies with a secret (a key, tickets, the ID of an answer) and text that somebody may have sent. */
const never: readonly Surface[] = [
  ['POST /dashboard/keys', { body: { name: 'n'.repeat(100) } }],
  ['POST /dashboard/keys', { body: { name: 'n'.repeat(101) } }],
  ['POST /dashboard/sites', { body: { name: 'n'.repeat(101) } }],
  ['POST /login', { body: { email: 'somebody@example.com', password: 'wrong' } }],
  ['POST /register', { body: { name: 'Somebody', email: 'not an address', password: 'wrong' } }],
  ...byKind((plural, answers, _draft, answer) => [
    [`POST /api/v1/${plural}/{id}/tickets`, { at: [`ticket ${plural}`], body: { count: 100 } }],
    [`POST /api/v1/${plural}/{id}/${answers}`, { at: [plural], body: answer }],
    [`GET /api/v1/${plural}/{id}/${answers}`, { at: [plural] }],
    ...(plural === 'polls' ? [] : [oneAnswer(plural, answers)]),
    [`GET /embed/${plural}/{id}`, { at: [plural], query: '?answer=x' }],
  ]),
];

test.each(named(never))('%s is not compressed', async (_name, surface, how) => {
  const reply = await visit(surface, how);
  expect(reply.bytes.length).toBeGreaterThan(1_024);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers.vary ?? '').not.toContain('Accept-Encoding');
});

describe('a hosted page with the token of its visitor', () => {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], other: true, show_others: true, ...visible };

  async function open(browser: FormBrowser, path: string) {
    const page = await browser.open(path);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    return { page, seen: await visit(`GET ${path}`, {}, { cookie }) };
  }
  const visitor = () => createFormBrowser(server.url, { accept: 'text/html', 'x-forwarded-for': newAddress() });

  test('is compressed except for the token of the visitor', async () => {
    const client = createClient(server);
    const id = await createAsk(server, key, 'polls', { ...draft, one_per: 'browser' });
    const wrote = { choices: [], other: 'What another visitor wrote' };
    expect((await client('POST', `/polls/${id}/votes`, { body: wrote, from: newAddress() })).status).toBe(201);
    const browser = visitor();
    await browser.open(`/p/${id}`);
    for (const [query, expected, times] of [
      ['', 'What another visitor wrote', 2],
      ['?other=What+the+address+says', 'What the address says', 2],
      ['?again=unknown', 'What another visitor wrote', 1],
    ] as const) {
      const { page, seen } = await open(browser, `/p/${id}${query}`);
      const voter = hiddenValue(page, '.voter') ?? '';
      expect([seen.headers['content-encoding'], seen.text.includes(expected)]).toEqual(['gzip', true]);
      // Every occurrence is uncompressed: in the form, and in the data of the widget.
      expect([voter.length, seen.text.split(voter).length - 1]).toEqual([32, times]);
      expect(seen.bytes.toString('latin1').split(voter).length - 1).toBe(times);
    }
  });

  test('is compressed except for tickets and tokens of started quizzes', async () => {
    const client = createClient(server);
    const id = await createAsk(server, key, 'quizzes', { ...quizDraft, time_limit_seconds: 60, one_per: 'ticket' });
    const tickets = await client('POST', `/quizzes/${id}/tickets`, { key, body: { count: 1 } });
    const ticket = String(tickets.at('data.tickets.0'));
    const started = (await visitor().open(`/p/${id}/start?ticket=${ticket}`)).location ?? '';
    const seen = await visit(`GET ${started}`);
    expect(seen.headers['content-encoding']).toBe('gzip');
    for (const secret of [ticket, new URL(started, server.url).searchParams.get('started') ?? '']) {
      const times = seen.text.split(secret).length - 1;
      expect([times > 0, seen.bytes.toString('latin1').split(secret).length - 1]).toEqual([true, times]);
    }
  });

  test('is not compressed with an answer of the visitor', async () => {
    const id = await createAsk(server, key, 'polls', { ...draft, one_per: 'browser' });
    const browser = visitor();
    const fields = { '.voter': hiddenValue(await browser.open(`/p/${id}`), '.voter') ?? '', other: 'What I wrote' };
    const thanks = (await browser.submit(`/api/v1/polls/${id}/votes`, fields)).location ?? '';
    const refused = (await browser.submit(`/api/v1/polls/${id}/votes`, { other: 'o'.repeat(201) })).location ?? '';
    expect([thanks, refused]).toEqual([expect.stringContaining('?answer='), expect.stringContaining('?again=')]);
    for (const path of [thanks, refused, `/p/${id}`]) {
      const { seen } = await open(browser, path);
      expect([path, seen.bytes.length > 1_024, seen.headers['content-encoding']]).toEqual([path, true, undefined]);
    }
  });

  test('is compressed completely without a form', async () => {
    const client = createClient(server);
    const id = await createAsk(server, key, 'polls', draft);
    const wrote = { choices: [], other: 'What another visitor wrote' };
    expect((await client('POST', `/polls/${id}/votes`, { body: wrote, from: newAddress() })).status).toBe(201);
    await client('PATCH', `/polls/${id}`, { key, body: { status: 'closed' } });
    const page = await visit(`GET /p/${id}`);
    expect([page.text.includes('What another visitor wrote'), page.headers['content-encoding']]).toEqual([
      true,
      'gzip',
    ]);
    expect(page.text).not.toContain('voter');
  });
});

test('streams are never compressed', async () => {
  for (const [plural, answers] of asks) {
    for (const format of ['jsonl', 'csv']) {
      const path = `GET /api/v1/${plural}/{id}/${answers}`;
      const { status, headers } = await visit(path, { at: [plural], query: `?format=${format}` });
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
    const { headers } = await visit(`HEAD /embed/${plural}/{id}/live`, { at: ['polls'] });
    expect(headers['content-encoding']).toBeUndefined();
  }
});

/** Replies that are shorter than 1 KB, redirects, and streams. */
const others: readonly string[] = [
  'DELETE /api/v1/sites/{id}',
  ...byKind((plural, answers) => [
    [`DELETE /api/v1/${plural}/{id}`],
    [`GET /api/v1/${plural}/{id}/tickets`],
    [`DELETE /api/v1/${plural}/{id}/${answers}`],
    [`DELETE /api/v1/${plural}/{id}/${answers}/{answer}`],
    [`GET /embed/${plural}/{id}/live`],
  ]).map(([surface]) => surface),
  'GET /api/v1/polls/{id}/votes/{answer}',
  'POST /api/v1/quizzes/{id}/regrade',
  'GET /embed/widget/{version}/widget.js',
  'GET /embed/languages/{file}',
  'GET /embed/faults/{file}',
  'GET /p/{id}/start',
  'GET /healthz',
  'GET /readyz',
  'GET /docs/assets/{name}',
  'POST /logout',
  'POST /dashboard/keys/{id}/delete',
  'POST /dashboard/sites/{id}',
  'POST /dashboard/sites/{id}/delete',
  'POST /dashboard/account/password',
  'POST /dashboard/account/sessions/{id}/delete',
  'POST /dashboard/account/sessions/delete-others',
  'POST /dashboard/account/delete',
];

test('every route is in one of these lists', () => {
  const { services } = server;
  const context = { clientKeyOf: services.clientKeyOf, originsOf: services.sites.findOrigins, ownOrigin: undefined };
  const api = createApiEndpoints(services);
  const pages = [
    ...healthEndpoints(services.store, () => false),
    ...embedRoutes(services, context),
    ...quizStartEndpoints(services.quizzes, context, services),
    ...pageRoutes(services),
    ...dashboardRoutes(services),
  ];
  const known = new Set([...[...compressed, ...never].map(([surface]) => surface), ...others]);
  const all = [
    ...api.flatMap(({ path, allowedMethods }) => allowedMethods.map((method) => `${method} ${path}`)),
    ...[...pages, ...openApiEndpoints(api, pages, services)].flatMap(({ path, get, post }) => [
      ...(get ? [`GET ${path}`] : []),
      ...(post ? [`POST ${path}`] : []),
    ]),
  ];
  expect(all.filter((surface) => !known.has(surface) && !surface.includes('/assets/'))).toEqual([]);
});

test('If-Match accepts the ETag of a compressed reply, and refuses that of an older version', async () => {
  const at = ['forms'];
  const { headers } = await visit('GET /api/v1/forms/{id}', { at });
  expect(headers.etag).toMatch(/^"\d+-gzip"$/);
  const change = (title: string, tag: string) =>
    visit('PATCH /api/v1/forms/{id}', { at, body: { title } }, { 'if-match': tag });
  const changed = await change('By its tag', headers.etag ?? '');
  expect([changed.status, changed.headers.etag === headers.etag]).toEqual([200, false]);
  expect((await change('By its old tag', headers.etag ?? '')).status).toBe(412);
  expect((await change('By the plain one', (changed.headers.etag ?? '').replace('-gzip', ''))).status).toBe(200);
});

test('replies to fetch hosts are compressed too, and a host does not compress them again', async () => {
  const id = ids.get('forms') ?? '';
  const address = `http://localhost/embed/forms/${id}`;
  const headers = { 'accept-encoding': 'gzip' };
  const app = new Hono();
  app.use(compress());
  app.all('*', (context) => server.askwell.fetch(context.req.raw, { address: '127.0.0.1' }));
  for (const answer of [server.askwell.fetch, (asking: Request) => app.fetch(asking)]) {
    const reply = await answer(new Request(address, { headers }));
    const text = gunzipSync(await reply.arrayBuffer()).toString();
    expect([reply.headers.get('content-encoding'), JSON.parse(text).data.form.id]).toEqual(['gzip', id]);
    expect(reply.headers.get('vary')?.match(/accept-encoding/gi)).toHaveLength(1);
    const plain = await answer(new Request(address));
    expect([plain.headers.get('content-encoding'), (await plain.text()).length]).toEqual([null, text.length]);
  }
});

test('Next gets uncompressed replies, because it removes Content-Encoding', async () => {
  class NextRequest extends Request {
    readonly nextUrl = new URL(this.url);
  }
  const address = `http://localhost/embed/forms/${ids.get('forms')}`;
  const reply = await server.askwell.fetch(new NextRequest(address, { headers: { 'accept-encoding': 'gzip' } }));
  expect(reply.headers.get('content-encoding')).toBeNull();
  expect(await reply.json()).toMatchObject({ data: { form: { id: ids.get('forms') } } });
});

test('the Vary header of the host is kept', async () => {
  const host = createServer((incoming, response) => {
    response.setHeader('vary', 'Origin');
    server.askwell.node(incoming, response);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port } = host.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  expect([headers.get('vary'), headers.get('content-encoding')]).toEqual(['Origin, Accept-Encoding', 'gzip']);
  host.closeAllConnections();
  await new Promise((resolve) => host.close(resolve));
});
