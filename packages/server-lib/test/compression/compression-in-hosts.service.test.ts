import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { expect, test } from 'vitest';
import { useCompressionServer } from './compression-server.js';

const askwell = useCompressionServer();

test('If-Match accepts the ETag of a compressed reply, and refuses the ETag of an older version', async () => {
  const at = ['forms'];
  const { headers } = await askwell.send('GET /api/v1/forms/{id}', { at });
  expect(headers.etag).toMatch(/^"\d+-gzip"$/);
  const change = (title: string, tag: string) =>
    askwell.send('PATCH /api/v1/forms/{id}', { at, body: { title } }, { 'if-match': tag });
  const changed = await change('By its tag', headers.etag ?? '');
  expect([changed.status, changed.headers.etag === headers.etag]).toEqual([200, false]);
  expect((await change('By its old tag', headers.etag ?? '')).status).toBe(412);
  expect((await change('By the plain one', (changed.headers.etag ?? '').replace('-gzip', ''))).status).toBe(200);
});

test('replies to fetch hosts are compressed too, and a host does not compress them again', async () => {
  const id = askwell.ids.get('forms') ?? '';
  const address = `http://localhost/embed/forms/${id}`;
  const headers = { 'accept-encoding': 'gzip' };
  const app = new Hono();
  app.use(compress());
  app.all('*', (context) => askwell.server.askwell.fetch(context.req.raw, { address: '127.0.0.1' }));
  for (const answer of [askwell.server.askwell.fetch, (asking: Request) => app.fetch(asking)]) {
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
  const read = async (path: string, encodings: string) => {
    const request = new NextRequest(`http://localhost${path}`, { headers: { 'accept-encoding': encodings } });
    const reply = await askwell.server.askwell.fetch(request);
    expect(reply.headers.get('content-encoding'), path).toBeNull();
    return reply.text();
  };
  const form = await read(`/embed/forms/${askwell.ids.get('forms')}`, 'gzip');
  expect(JSON.parse(form)).toMatchObject({ data: { form: { id: askwell.ids.get('forms') } } });
  const [viewer = ''] = /\/docs\/assets\/[^"]+/.exec(await read('/docs', 'gzip')) ?? [];
  for (const path of [
    viewer,
    '/widget.js',
    '/editor.js',
    '/embed/widget/questions.js',
    '/openapi.json',
    '/docs',
    '/login',
  ])
    expect(await read(path, 'gzip, deflate, br, zstd'), path).toBe(await read(path, 'identity'));
});
