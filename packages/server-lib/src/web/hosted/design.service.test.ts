import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostedPageClient } from '../../../test/support/browser/hosted-page-client.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { designSheetPath } from '../../core/design-sheet.js';

let server: TestServer;
let hosted: Awaited<ReturnType<typeof createHostedPageClient>>;
beforeAll(async () => {
  server = await startService();
  hosted = await createHostedPageClient(server);
});
afterAll(() => server.close());

const sheet = /<link rel="stylesheet" href="\/embed\/designs\/[0-9a-f]{8}\/([^"]+)">/;
const sheetIn = async (path: string) => sheet.exec((await hosted.visitor().open(path)).text)?.[1];
const folder = designSheetPath({ accent: null, font: null, radius: 0, density: null })?.replace(/[^/]*$/, '');
const load = (file: string) => call(server, 'GET', folder + file);

test('a page links the style sheet of its design, which can be cached forever', async () => {
  const design = { accent: '#0A7D5A', font: 'serif', radius: 8, density: 'compact' } as const;
  const path = await sheetIn(`/p/${await hosted.poll({ design })}`);
  expect(path).toBe('0a7d5a-serif-8-compact.css');
  const { status, headers, text } = await load(path ?? '');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/css; charset=utf-8',
    'public, max-age=31536000, immutable',
  ]);
  expect(text).toBe(
    ':root{--askwell-accent:#0a7d5a;--askwell-font:ui-serif,Georgia,serif;--askwell-radius:8px;--askwell-gap:12px;--askwell-padding:6px 9px}',
  );
});

test('a page without a design links none, until its site has one', async () => {
  const { id } = await server.askwell.sites.create(hosted.account, { name: 'Shop' });
  const poll = await hosted.poll({ site_id: id, design: { radius: 0 } });
  const plain = await hosted.poll({ site_id: id, design: {} });
  expect(await sheetIn(`/p/${plain}`)).toBeUndefined();
  await server.services.sites.changeDesign(hosted.session.scope, id, { accent: '#112233', radius: 24 });
  expect(await sheetIn(`/p/${plain}`)).toBe('112233-auto-24-auto.css');
  expect(await sheetIn(`/p/${poll}`)).toBe('112233-auto-0-auto.css');
});

test('the preview of a draft and the page of an error have the design too', async () => {
  const design = { font: 'mono' } as const;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const, design };
  const { asks, previews } = server.services.polls;
  const { ask } = await asks.create(hosted.session.scope, draft);
  expect(await sheetIn(`/p/${asks.wireId(ask)}?preview=${previews.sign(ask)}`)).toBe('auto-mono-auto-auto.css');
  const poll = await hosted.poll({ design, one_per: null });
  const refused = await call(server, 'POST', `/api/v1/polls/${poll}/votes`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin: 'https://x.example' },
    body: `choices=${'x'.repeat(2_000_000)}`,
  });
  expect([refused.status, sheet.exec(refused.text)?.[1]]).toEqual([413, 'auto-mono-auto-auto.css']);
});

test.each([
  'auto-auto-auto-auto.css',
  '0A7D5A-auto-auto-auto.css',
  '0a7d5-auto-auto-auto.css',
  '0a7d5a;}-auto-auto-auto.css',
  '0a7d5a-comic-auto-auto.css',
  '0a7d5a-auto-25-auto.css',
  '0a7d5a-auto-08-auto.css',
  '0a7d5a-auto--1-auto.css',
  '0a7d5a-auto-auto-tight.css',
  '0a7d5a-auto-auto-auto',
  '0a7d5a-auto-auto-auto.css%0a',
  '%7d*%7bcolor:red%7d.css',
  '../00000000/auto-auto-0-auto.css',
])('the style sheet %s does not exist', async (file) => {
  expect((await load(file)).status).toBe(404);
});
