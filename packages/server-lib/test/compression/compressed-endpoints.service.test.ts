import { expect, test } from 'vitest';
import { quizCheckEndpoints } from '../../src/api/asks/check-endpoints.js';
import { quizStartEndpoints } from '../../src/api/asks/quiz-endpoints.js';
import { routeContextOf } from '../../src/api/asks/route-context.js';
import { healthEndpoints } from '../../src/api/health-endpoints.js';
import { createDocsHeader, dashboardRoutes } from '../../src/dashboard/dashboard-endpoints.js';
import { createApiEndpoints } from '../../src/instance-pipeline.js';
import { embedRoutes } from '../../src/web/embed/embed-endpoints.js';
import { pageRoutes } from '../../src/web/hosted/page-endpoints.js';
import { openApiEndpoints } from '../../src/web/reference/routes.js';
import { asks, labels, type RequestParts, useCompressionServer } from './compression-server.js';

/*
 * Replies of more than 1 KB are compressed, except those with a secret and text that others can choose.
 */

const askwell = useCompressionServer();

type EndpointCase = readonly [endpoint: string, parts?: RequestParts];

/** Test cases, each with a short name. */
function named(cases: readonly EndpointCase[]): [name: string, endpoint: string, parts: RequestParts | undefined][] {
  return cases.map(([endpoint, parts]) => [
    `${endpoint}${parts?.query ?? ''}${parts?.at ? ` of ${parts.at[0]}` : ''}`,
    endpoint,
    parts,
  ]);
}

const byKind = (rows: (...ask: (typeof asks)[number]) => EndpointCase[]) => asks.flatMap((one) => rows(...one));

const compressed: readonly EndpointCase[] = [
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
    [`POST /api/v1/${plural}/{id}/copy`, { at: [plural], body: {} }],
    [`GET /api/v1/${plural}/{id}/results`, { at: [plural] }],
    [`GET /embed/${plural}/{id}`, { at: [plural] }],
  ]),
  ['GET /api/v1/webhooks'],
  ['GET /embed/quizzes/{id}/start', { at: ['timed'] }],
  ['GET /editor.js'],
  ['GET /widget.js'],
  ['GET /embed/widget/results.js'],
  ['GET /embed/widget/questions.js'],
  ['GET /embed/widget/quiz.js'],
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
  ['GET /dashboard/asks/new'],
  ['GET /dashboard/asks/{id}/edit', { at: ['polls'] }],
  ['GET /dashboard/asks/{id}/settings', { at: ['quizzes'] }],
  ['GET /dashboard/asks/{id}/translate', { at: ['forms'] }],
  ['GET /dashboard/asks/{id}/code', { at: ['forms'] }],
  ['GET /dashboard/asks/{id}/results/present', { at: ['polls'] }],
  ['GET /dashboard/keys'],
  ['GET /dashboard/developers'],
  ['GET /dashboard/guide'],
  ['GET /dashboard/developers/guides'],
  ['GET /dashboard/developers/guides/{name}', { at: ['guide'] }],
  ['GET /dashboard/webhooks'],
  ['GET /dashboard/sites'],
  ['GET /dashboard/sites/{id}', { at: ['site'] }],
  ['GET /dashboard/account'],
  ['GET /docs'],
  ['GET /openapi.json'],
];

test.each(named(compressed))('%s is compressed', async (_name, endpoint, parts) => {
  const [packed, plain] = [
    await askwell.send(endpoint, parts),
    await askwell.send(endpoint, parts, { 'accept-encoding': 'identity' }),
  ];
  expect([packed.status, plain.status]).toEqual([endpoint.startsWith('POST') ? 201 : 200, packed.status]);
  expect(packed.headers['content-encoding']).toMatch(/^(gzip|br)$/);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length));
  expect(plain.bytes.length).toBeGreaterThan(1_024);
  expect(packed.bytes.length).toBeLessThan(plain.bytes.length);
  for (const { headers } of [packed, plain]) expect(headers.vary).toMatch(/(^|, )Accept-Encoding$/);
  // Tokens and times differ from one request to the next, but not in length.
  expect(packed.text.length).toBe(plain.text.length);
  if (plain.headers.etag && !endpoint.startsWith('POST')) {
    expect(packed.headers.etag).toBe(plain.headers.etag.replace(/"$/, `-${packed.headers['content-encoding']}"`));
  }
  if (!endpoint.startsWith('GET')) return;
  const head = await askwell.send(endpoint.replace('GET', 'HEAD'), parts);
  for (const name of ['content-encoding', 'vary', 'content-type', 'etag'] as const) {
    expect([name, head.headers[name]]).toEqual([name, packed.headers[name]]);
  }
});

test('files that pages refer to are compressed, with Brotli where that is accepted', async () => {
  const files = [
    await askwell.fileIn('/p/{id}', /\/p\/assets\/[\w-]+\.css/),
    await askwell.fileIn('/p/{id}', /\/p\/assets\/[\w-]+\.js/),
    await askwell.fileIn('/login', /\/dashboard\/assets\/[\w-]+\.css/),
    '/openapi.json',
    '/widget.js',
  ];
  for (const file of files) {
    const sizes: number[] = [];
    for (const encoding of ['br', 'gzip']) {
      const { headers, bytes } = await askwell.send(`GET ${file}`, {}, { 'accept-encoding': encoding });
      expect([file, headers['content-encoding']]).toEqual([file, encoding]);
      sizes.push(bytes.length);
    }
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  }
});

const oneAnswer = (plural: string, answers: string): EndpointCase => [
  `GET /api/v1/${plural}/{id}/${answers}/{answer}`,
  { at: [plural, answers] },
];

/** Replies with a secret (a key, tickets, the ID of an answer) and text that somebody may have sent. */
const never: readonly EndpointCase[] = [
  ['POST /dashboard/keys', { body: { name: 'n'.repeat(100) } }],
  ['POST /dashboard/keys', { body: { name: 'n'.repeat(101) } }],
  ['GET /dashboard/developers/requests', { query: '?q=x' }],
  ['GET /dashboard/answers'],
  ['GET /dashboard/webhooks/{id}', { at: ['webhook'] }],
  ['POST /dashboard/webhooks', { body: { url: 'https://shop.example.com/events', events: 'all' } }],
  ['POST /dashboard/webhooks', { body: { url: 'not a URL', events: 'all' } }],
  ['POST /dashboard/webhooks/{id}', { at: ['webhook'], body: { url: 'not a URL', events: 'all' } }],
  ['POST /dashboard/webhooks/{id}/rotate', { at: ['webhook'], body: {} }],
  ['GET /api/v1/changes'],
  ['GET /api/v1/webhooks/{id}/deliveries', { at: ['webhook'] }],
  ['POST /api/v1/webhooks', { body: { url: `https://shop.example.com/${'e'.repeat(1_000)}` } }],
  ['GET /dashboard/asks/{id}/answers', { at: ['polls'] }],
  ['GET /dashboard/asks/{id}/share', { at: ['polls'] }],
  ['GET /dashboard/asks/{id}/share/tickets', { at: ['polls'] }],
  ['GET /dashboard/asks/{id}/share/prefill', { at: ['forms'] }],
  ['GET /dashboard/asks/{id}/results', { at: ['polls'] }],
  ['POST /dashboard/sites', { body: { name: 'n'.repeat(101) } }],
  ['POST /login', { body: { email: 'somebody@example.com', password: 'wrong' } }],
  ['POST /register', { body: { name: 'Somebody', email: 'not an address', password: 'wrong' } }],
  ...byKind((plural, answers, _draft, answer) => [
    [`POST /api/v1/${plural}/{id}/tickets`, { at: [`ticket ${plural}`], body: { count: 100 } }],
    [`GET /api/v1/${plural}/{id}/tickets/list`, { at: [`ticket ${plural}`] }],
    [`POST /api/v1/${plural}/{id}/${answers}`, { at: [plural], body: answer }],
    [`POST /api/v1/${plural}/{id}/${answers}/batch`, { at: [plural], body: { answers: Array(40).fill(answer) } }],
    [`GET /api/v1/${plural}/{id}/${answers}`, { at: [plural] }],
    ...(plural === 'polls' ? [] : [oneAnswer(plural, answers)]),
    [`PATCH /api/v1/${plural}/{id}/${answers}/{answer}`, { at: [plural, answers], body: { note: 'n'.repeat(1_024) } }],
    [`GET /embed/${plural}/{id}`, { at: [plural], query: '?answer=x' }],
  ]),
];

test.each(named(never))('%s is not compressed', async (_name, endpoint, parts) => {
  const reply = await askwell.send(endpoint, parts);
  expect(reply.bytes.length).toBeGreaterThan(1_024);
  expect(reply.headers['content-encoding']).toBeUndefined();
  expect(reply.headers.vary ?? '').not.toContain('Accept-Encoding');
});

test('streams are never compressed', async () => {
  for (const [plural, answers] of asks) {
    for (const format of ['jsonl', 'csv']) {
      const path = `GET /api/v1/${plural}/{id}/${answers}`;
      const { status, headers } = await askwell.send(path, { at: [plural], query: `?format=${format}` });
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
    const { headers } = await askwell.send(`HEAD /embed/${plural}/{id}/live`, { at: ['polls'] });
    expect(headers['content-encoding']).toBeUndefined();
  }
});

/** Replies that are shorter than 1 KB, redirects, and streams. */
const others: readonly string[] = [
  'DELETE /api/v1/sites/{id}',
  ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/sites/{id}/design`),
  ...byKind((plural, answers) => [
    [`DELETE /api/v1/${plural}/{id}`],
    [`GET /api/v1/${plural}/{id}/tickets`],
    [`GET /api/v1/${plural}/{id}/tickets/{ticket}`],
    [`DELETE /api/v1/${plural}/{id}/tickets/{ticket}`],
    [`POST /api/v1/${plural}/{id}/tickets/withdraw-unused`],
    [`GET /api/v1/${plural}/{id}/funnel`],
    [`GET /api/v1/${plural}/{id}/cross-table`],
    [`GET /api/v1/${plural}/{id}/averages`],
    [`POST /embed/${plural}/{id}/progress`],
    [`GET /api/v1/${plural}/{id}/results/link`],
    [`POST /api/v1/${plural}/{id}/results/link`],
    [`DELETE /api/v1/${plural}/{id}/results/link`],
    [`GET /api/v1/${plural}/{id}/translations`],
    [`GET /api/v1/${plural}/{id}/translations/{language}`],
    [`PATCH /api/v1/${plural}/{id}/translations/{language}`],
    [`GET /api/v1/${plural}/{id}/working-copy`],
    [`PATCH /api/v1/${plural}/{id}/working-copy`],
    [`DELETE /api/v1/${plural}/{id}/working-copy`],
    [`DELETE /api/v1/${plural}/{id}/${answers}`],
    [`DELETE /api/v1/${plural}/{id}/${answers}/{answer}`],
    [`GET /embed/${plural}/{id}/live`],
    [`GET /embed/${plural}/{id}/visitor`],
  ]).map(([endpoint]) => endpoint),
  'GET /api/v1/polls/{id}/votes/{answer}',
  'GET /api/v1/quizzes/{id}/analysis',
  'GET /api/v1/forms/{id}/paths',
  'POST /api/v1/quizzes/{id}/regrade',
  'GET /api/v1/quizzes/{id}/warnings',
  'GET /api/v1/forms/{id}/warnings',
  ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /api/v1/webhooks/{id}`),
  ...['rotate', 'test'].map((name) => `POST /api/v1/webhooks/{id}/${name}`),
  'GET /api/v1/webhooks/{id}/deliveries/{delivery}',
  'POST /api/v1/webhooks/{id}/deliveries/{delivery}/replay',
  'GET /embed/widget/{version}/widget.js',
  'GET /embed/languages/{file}',
  'GET /embed/faults/{file}',
  'GET /p/{id}/start',
  'POST /p/{id}/start',
  'POST /embed/quizzes/{id}/checks',
  'POST /p/{id}/check',
  'GET /p/{id}/step',
  'POST /p/{id}/step',
  'GET /healthz',
  'GET /readyz',
  'GET /docs/assets/{name}',
  'GET /embed/designs/{version}/{file}',
  'POST /logout',
  'GET /enter',
  'POST /enter',
  ...['edit', 'translate', 'settings', 'code'].map((tab) => `POST /dashboard/asks/{id}/${tab}`),
  'GET /dashboard/asks/{id}/translate/{language}/file',
  'POST /dashboard/asks/{id}/translate/{language}/import',
  'POST /dashboard/asks/{id}/translate/{language}/missing',
  'POST /dashboard/asks/{id}/working-copy',
  'POST /dashboard/asks/new',
  'POST /dashboard/asks/actions',
  'POST /dashboard/asks/{id}/share/tickets/{ticket}/withdraw',
  'GET /dashboard/asks/delete',
  'POST /dashboard/asks/delete',
  'GET /dashboard/asks/{id}/answers/{answer}',
  'GET /dashboard/asks/{id}/answers/delete',
  'POST /dashboard/asks/{id}/answers/delete',
  'POST /dashboard/asks/{id}/answers/{answer}/delete',
  'POST /dashboard/asks/{id}/answers/{answer}/note',
  'GET /dashboard/asks/{id}/answers/export',
  'GET /dashboard/asks/{id}/share/qr.svg',
  'GET /dashboard/asks/{id}/share/qr.png',
  ...['tickets', 'tickets.csv', 'tickets/withdraw', 'tickets/withdraw-unused'].map(
    (name) => `POST /dashboard/asks/{id}/share/${name}`,
  ),
  'GET /dashboard/asks/{id}/results/chart.svg',
  'POST /dashboard/asks/{id}/results/link',
  'POST /dashboard/asks/{id}/results/link/withdraw',
  ...['asks', 'sites'].flatMap((owned) => [
    `GET /dashboard/${owned}/{id}/design`,
    `POST /dashboard/${owned}/{id}/design`,
    `GET /dashboard/${owned}/{id}/design.css`,
  ]),
  'GET /dashboard/asks/{id}/logic',
  'POST /dashboard/asks/{id}/logic',
  ...['actions', 'matching'].map((name) => `POST /dashboard/asks/{id}/answers/${name}`),
  'GET /r/{token}',
  'GET /dashboard/account/export',
  'POST /dashboard/account/import',
  'POST /dashboard/keys/{id}/delete',
  ...['enable', 'disable', 'test', 'delete', 'deliveries/{delivery}/replay'].map(
    (name) => `POST /dashboard/webhooks/{id}/${name}`,
  ),
  'POST /dashboard/sites/{id}',
  'POST /dashboard/sites/{id}/delete',
  ...['name', 'email', 'password'].map((name) => `POST /dashboard/account/${name}`),
  'POST /dashboard/account/sessions/{id}/delete',
  'POST /dashboard/account/sessions/delete-others',
  'POST /dashboard/account/delete',
  ...['polls', 'quizzes', 'forms'].map((plural) => `POST /embed/${plural}/{id}/visitor`),
  'POST /embed/quizzes/{id}/start',
  ...['polls', 'quizzes', 'forms'].map((plural) => `POST /embed/${plural}/{id}/progress`),
  'GET /dashboard/asks/{id}/results/cross.csv',
  'GET /embed/owner/asks',
  'POST /embed/owner/asks',
  'GET /embed/owner/asks/{id}/editor',
  'GET /embed/owner/asks/{id}/results',
  ...['working-copy', 'publish', 'discard', 'duplicate', 'close', 'reopen', 'delete'].map(
    (name) => `POST /embed/owner/asks/{id}/${name}`,
  ),
];

test('every route is in one of these lists', () => {
  const { services } = askwell.server;
  const context = routeContextOf(services);
  const api = createApiEndpoints(services);
  const pages = [
    ...healthEndpoints(services.store, () => false),
    ...embedRoutes(services, context),
    ...quizStartEndpoints(services.quizzes, context, services),
    ...quizCheckEndpoints(services.quizzes.submitService.find, context, services),
    ...pageRoutes(services),
    ...dashboardRoutes(services),
  ];
  const known = new Set([...[...compressed, ...never].map(([endpoint]) => endpoint), ...others]);
  const all = [
    ...api.flatMap(({ path, allowedMethods }) => allowedMethods.map((method) => `${method} ${path}`)),
    ...[...pages, ...openApiEndpoints(api, pages, services.urls, createDocsHeader(services))].flatMap(
      ({ path, get, post }) => [...(get ? [`GET ${path}`] : []), ...(post ? [`POST ${path}`] : [])],
    ),
  ];
  expect(all.filter((endpoint) => !known.has(endpoint) && !endpoint.includes('/assets/'))).toEqual([]);
});
