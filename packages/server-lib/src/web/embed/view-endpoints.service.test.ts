import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KindUnderTest, kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { call, createClient, newAddress } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const start = Date.UTC(2026, 0, 31, 9);
const { clock, source } = createTestClock(start);
let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;

beforeAll(async () => {
  server = await startService({ clock: source, baseUrl: 'https://askwell.example' });
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
beforeEach(() => clock.set(start));
afterAll(() => server.close());

const headerOf = (plural: KindUnderTest['plural']) => ({ polls: 'poll', quizzes: 'quiz', forms: 'form' })[plural];

describe.each(kindsUnderTest)('the view of one of the $plural', ({ plural, answers, draft, answer }) => {
  const name = headerOf(plural);
  const make = async (more: object = {}) => {
    const made = await client('POST', `/${plural}`, { key, body: { ...draft, ...more } });
    expect(made.text).toContain(`"id":"${name}_`);
    return made.id('data.id');
  };
  const change = async (id: string, changes: object) => {
    expect((await client('PATCH', `/${plural}/${id}`, { key, body: changes })).status).toBe(200);
  };
  const submit = async (id: string, more: object = {}) => {
    const submitted = await client('POST', `/${plural}/${id}/${answers}`, {
      body: { ...answer, ...more },
    });
    expect([200, 201]).toContain(submitted.status);
    return submitted;
  };
  const getView = async (id: string, query = '', headers: Record<string, string> = {}) => {
    const reply = await call(server, 'GET', `/embed/${plural}/${id}${query}`, { headers });
    const at = (path: string): unknown =>
      path.split('.').reduce<unknown>((value, member) => Object(value)[member], reply.body);
    return { ...reply, at };
  };
  const etagOf = async (id: string) => (await getView(id)).headers.get('etag') ?? '';

  test('has the members that visitors need, and no members for owners', async () => {
    const id = await make({ description: 'For us', max_answers: 10, locale: 'de' });
    const view = await getView(id);
    expect(view.status).toBe(200);
    expect(view.at(`data.${name}`)).toMatchObject({
      id,
      title: expect.any(String),
      description: 'For us',
      accepting: true,
    });
    const members = Object.keys(Object(view.at(`data.${name}`)));
    for (const own of ['site_id', 'max_answers', 'answers_count', 'created_at', 'updated_at', 'version']) {
      expect(members).not.toContain(own);
    }
    expect(Object.keys(Object(view.at('data')))).toEqual([name, 'results']);
  });

  test('is cached by browsers and revalidated', async () => {
    const id = await make();
    const first = await getView(id);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const revalidated = await getView(id, '', { 'if-none-match': tags });
      expect([tags, revalidated.status, revalidated.text]).toEqual([tags, 304, '']);
      expect(revalidated.headers.get('etag')).toBe(etag);
      expect(revalidated.headers.get('cache-control')).toBe('no-cache');
      expect(revalidated.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await getView(id, '', { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await call(server, 'HEAD', `/embed/${plural}/${id}`);
    expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, '']);
  });

  test('has an ETag that changes with the definition, the time, the free capacity and the results', async () => {
    const id = await make({ max_answers: 2, results_visibility: 'after_close', closes_at: '2026-01-31T10:00:00Z' });
    const tags = [await etagOf(id)];
    await submit(id);
    expect(await etagOf(id)).toBe(tags[0]);
    await change(id, { title: 'Another title' });
    tags.push(await etagOf(id));
    await submit(id);
    expect((await getView(id)).at(`data.${name}.accepting`)).toBe(false);
    tags.push(await etagOf(id));
    await clock.advance(3_600_000);
    expect((await getView(id)).at('data.results')).toMatchObject({ [`${name}_id`]: id });
    tags.push(await etagOf(id));
    const [first] = await listOf(id);
    expect((await client('DELETE', `/${plural}/${id}/${answers}/${first}`, { key })).status).toBe(204);
    tags.push(await etagOf(id));
    expect(new Set(tags).size).toBe(tags.length);
  });
  const listOf = async (id: string): Promise<string[]> => {
    const rows: { id: string }[] = JSON.parse((await client('GET', `/${plural}/${id}/${answers}`, { key })).text).data;
    return rows.map((row) => row.id);
  };

  test('says whether answers are accepted, by time, status and capacity', async () => {
    const accepting = async (id: string, query = '') => (await getView(id, query)).at(`data.${name}.accepting`);
    const timed = await make({ opens_at: '2026-01-31T09:30:00Z', closes_at: '2026-01-31T10:00:00Z' });
    expect(await accepting(timed)).toBe(false);
    await clock.advance(1_800_000);
    expect(await accepting(timed)).toBe(true);
    await clock.advance(1_800_000);
    expect(await accepting(timed)).toBe(false);
    const limited = await make({ max_answers: 1, one_per: 'browser', allow_change: true });
    const voter = 'visitor-000000000001';
    const answerId = (await submit(limited, { voter })).id('data.id');
    expect(await accepting(limited)).toBe(false);
    expect(await accepting(limited, `?answer=${answerId}`)).toBe(true);
    await submit(limited, { voter });
  });

  test('answers 404 for a draft, a deleted ask, another kind and an unknown ID', async () => {
    const id = await make({ status: 'draft' });
    const deleted = await make();
    expect((await client('DELETE', `/${plural}/${deleted}`, { key })).status).toBe(204);
    const unknown = [id, deleted, `${name}_${'0'.repeat(20)}`, `other_${id.slice(name.length + 1)}`, 'x', `${id}x`];
    for (const path of unknown) {
      const view = await getView(path, `?answer=${path}`);
      expect([path, view.status, codeIn(view)]).toEqual([path, 404, 'not_found']);
      expect(view.headers.get('access-control-allow-origin')).toBe('*');
    }
    await change(id, { status: 'open' });
    expect((await getView(id)).status).toBe(200);
    await change(id, { status: 'draft' });
    expect((await getView(id)).status).toBe(404);
  });

  // Without an answer, with an answer, with an unknown answer; before and after the end.
  test.each([
    ['always', [true, true, true], [true, true, true]],
    ['after_answer', [false, true, false], [false, true, false]],
    ['after_close', [false, false, false], [true, true, true]],
    ['never', [false, false, false], [false, false, false]],
  ])('with results_visibility %s shows results accordingly', async (results_visibility, before, after) => {
    const id = await make({ results_visibility, closes_at: '2026-01-31T10:00:00Z' });
    const answerId = (await submit(id)).id('data.id');
    const shown = async (query: string) => (await getView(id, query)).at('data.results') !== null;
    const all = async () => [await shown(''), await shown(`?answer=${answerId}`), await shown('?answer=x')];
    expect(await all()).toEqual(before);
    await clock.advance(3_600_000);
    expect(await all()).toEqual(after);
  });

  test('has the receipt of the answer in `?answer=`', async () => {
    const id = await make({ results_visibility: 'never' });
    const submitted = await submit(id);
    const view = await getView(id, `?answer=${submitted.id('data.id')}`);
    expect(view.at('data.answer')).toEqual(submitted.at('data'));
    expect([view.headers.get('cache-control'), view.headers.get('etag')]).toEqual(['no-store', null]);
    expect((await getView(id)).at('data.answer')).toBeUndefined();
  });

  test('has no receipt for a deleted answer, an answer to another ask and an unknown ID', async () => {
    const [id, other] = [await make({ results_visibility: 'after_answer' }), await make()];
    const [deleted, elsewhere] = [(await submit(id)).id('data.id'), (await submit(other)).id('data.id')];
    expect((await client('DELETE', `/${plural}/${id}/${answers}/${deleted}`, { key })).status).toBe(204);
    for (const query of [deleted, elsewhere, '', 'x', `${elsewhere}&answer=${elsewhere}`, '%00']) {
      const view = await getView(id, `?answer=${query}`);
      expect([query, view.status, view.at('data.answer'), view.at('data.results')]).toEqual([query, 200, null, null]);
    }
  });

  test('ignores unknown query parameters and rejects a malformed query', async () => {
    const id = await make();
    expect((await getView(id, '?utm_source=x&v=2')).headers.get('etag')).toBe(await etagOf(id));
    const broken = await getView(id, '?answer=%');
    expect([broken.status, codeIn(broken)]).toEqual([400, 'malformed']);
    expect(broken.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('is available only to the allowed origins of its site', async () => {
    const site = await client('POST', '/sites', { key, body: { name: 'Shop', origins: ['https://shop.example'] } });
    const id = await make({ site_id: site.at('data.id') });
    const answerId = (await submit(id)).id('data.id');
    for (const query of ['', `?answer=${answerId}`]) {
      for (const origin of ['https://shop.example', 'https://askwell.example', undefined]) {
        const view = await getView(id, query, origin === undefined ? {} : { origin });
        expect([view.status, view.headers.get('vary')]).toEqual([200, 'Origin']);
        expect(view.headers.get('access-control-allow-origin')).toBe(origin ?? null);
      }
      for (const origin of ['https://elsewhere.example', 'http://shop.example', 'null']) {
        const rejected = await getView(id, query, { origin });
        expect([rejected.status, codeIn(rejected), rejected.headers.get('vary')]).toEqual([403, 'forbidden', 'Origin']);
        expect(rejected.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expect((await getView(id, '', { origin: 'https://elsewhere.example', 'if-none-match': '*' })).status).toBe(403);
  });

  test('answers preflight requests and rejects other methods with CORS headers', async () => {
    const id = await make();
    const preflight = await call(server, 'OPTIONS', `/embed/${plural}/${id}`, {
      headers: { origin: 'https://a.example' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const posted = await call(server, 'POST', `/embed/${plural}/${id}`, { body: {} });
    expect([posted.status, codeIn(posted), posted.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    expect(posted.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('does not count against the rate limit of answers', async () => {
    const id = await make();
    const from = newAddress();
    for (let n = 0; n < 40; n++) expect((await getView(id, '', { 'x-forwarded-for': from })).status).toBe(200);
    const submitted = await client('POST', `/${plural}/${id}/${answers}`, { body: answer, from });
    expect([submitted.status, submitted.headers.get('ratelimit')]).toEqual([201, '"public";r=29;t=60']);
  });
});
