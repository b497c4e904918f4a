import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type KindUnderTest, kindsUnderTest } from '../../test/support/asks.js';
import { call, createClient, newAddress } from '../../test/support/client.js';
import { createOwner } from '../../test/support/owner.js';
import { codeIn } from '../../test/support/replies.js';
import { startServer, type TestServer } from '../../test/support/server.js';

const start = Date.UTC(2026, 0, 31, 9);
let now = start;
let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'], clock: () => now, baseUrl: 'https://askwell.example' });
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
beforeEach(() => {
  now = start;
});
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
  const give = async (id: string, more: object = {}) => {
    const given = await client('POST', `/${plural}/${id}/${answers}`, {
      body: { ...answer, ...more },
      from: newAddress(),
    });
    expect([200, 201]).toContain(given.status);
    return given;
  };
  const look = async (id: string, query = '', headers: Record<string, string> = {}) => {
    const reply = await call(server, 'GET', `/embed/${plural}/${id}${query}`, { headers });
    const at = (path: string): unknown =>
      path.split('.').reduce<unknown>((inner, member) => Object(inner)[member], reply.body);
    return { ...reply, at };
  };
  const tagOf = async (id: string) => (await look(id)).headers.get('etag') ?? '';

  test('has what visitors need, and nothing that is its owner’s', async () => {
    const id = await make({ description: 'For us', max_answers: 10, locale: 'de' });
    const seen = await look(id);
    expect(seen.status).toBe(200);
    expect(seen.at(`data.${name}`)).toMatchObject({
      id,
      title: expect.any(String),
      description: 'For us',
      accepting: true,
    });
    const members = Object.keys(Object(seen.at(`data.${name}`)));
    for (const own of ['site_id', 'max_answers', 'answers_count', 'created_at', 'updated_at', 'version']) {
      expect(members).not.toContain(own);
    }
    expect(Object.keys(Object(seen.at('data')))).toEqual([name, 'results']);
  });

  test('is kept by browsers, who ask whether it still holds', async () => {
    const id = await make();
    const first = await look(id);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await look(id, '', { 'if-none-match': tags });
      expect([tags, again.status, again.text]).toEqual([tags, 304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('no-cache');
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await look(id, '', { 'if-none-match': '"other"' })).status).toBe(200);
    const head = await call(server, 'HEAD', `/embed/${plural}/${id}`);
    expect([head.status, head.headers.get('etag'), head.text]).toEqual([200, etag, '']);
  });

  test('has a tag that moves with all that it shows: definition, time, room and results', async () => {
    const id = await make({ max_answers: 2, results_visibility: 'after_close', closes_at: '2026-01-31T10:00:00Z' });
    const tags = [await tagOf(id)];
    await give(id);
    expect(await tagOf(id)).toBe(tags[0]);
    await change(id, { title: 'Another title' });
    tags.push(await tagOf(id));
    await give(id);
    expect((await look(id)).at(`data.${name}.accepting`)).toBe(false);
    tags.push(await tagOf(id));
    now += 3_600_000;
    expect((await look(id)).at('data.results')).toMatchObject({ [`${name}_id`]: id });
    tags.push(await tagOf(id));
    const [first] = await listOf(id);
    expect((await client('DELETE', `/${plural}/${id}/${answers}/${first}`, { key })).status).toBe(204);
    tags.push(await tagOf(id));
    expect(new Set(tags).size).toBe(tags.length);
  });
  const listOf = async (id: string): Promise<string[]> => {
    const rows: { id: string }[] = JSON.parse((await client('GET', `/${plural}/${id}/${answers}`, { key })).text).data;
    return rows.map((row) => row.id);
  };

  test('says whether an answer would be taken: by time, status and room', async () => {
    const accepting = async (id: string, query = '') => (await look(id, query)).at(`data.${name}.accepting`);
    const timed = await make({ opens_at: '2026-01-31T09:30:00Z', closes_at: '2026-01-31T10:00:00Z' });
    expect(await accepting(timed)).toBe(false);
    now += 1_800_000;
    expect(await accepting(timed)).toBe(true);
    now += 1_800_000;
    expect(await accepting(timed)).toBe(false);
    const limited = await make({ max_answers: 1, one_per: 'browser', allow_change: true });
    const voter = 'visitor-000000000001';
    const given = (await give(limited, { voter })).id('data.id');
    expect(await accepting(limited)).toBe(false);
    expect(await accepting(limited, `?answer=${given}`)).toBe(true);
    await give(limited, { voter });
  });

  test('is nothing to visitors while it is a draft, is deleted, of another kind or never was', async () => {
    const id = await make({ status: 'draft' });
    const gone = await make();
    expect((await client('DELETE', `/${plural}/${gone}`, { key })).status).toBe(204);
    const unknown = [id, gone, `${name}_${'0'.repeat(20)}`, `other_${id.slice(name.length + 1)}`, 'x', `${id}x`];
    for (const one of unknown) {
      const seen = await look(one, `?answer=${one}`);
      expect([one, seen.status, codeIn(seen)]).toEqual([one, 404, 'not_found']);
      expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    }
    await change(id, { status: 'open' });
    expect((await look(id)).status).toBe(200);
    await change(id, { status: 'draft' });
    expect((await look(id)).status).toBe(404);
  });

  // To anyone, to whoever answered, and to whoever only says so: before the end, and after it.
  test.each([
    ['always', [true, true, true], [true, true, true]],
    ['after_answer', [false, true, false], [false, true, false]],
    ['after_close', [false, false, false], [true, true, true]],
    ['never', [false, false, false], [false, false, false]],
  ])('with results %s shows no more than that', async (results_visibility, before, after) => {
    const id = await make({ results_visibility, closes_at: '2026-01-31T10:00:00Z' });
    const given = (await give(id)).id('data.id');
    const shown = async (query: string) => (await look(id, query)).at('data.results') !== null;
    const all = async () => [await shown(''), await shown(`?answer=${given}`), await shown('?answer=x')];
    expect(await all()).toEqual(before);
    now += 3_600_000;
    expect(await all()).toEqual(after);
  });

  test('tells whoever knows an answer’s id of that answer, as they were told when they gave it', async () => {
    const id = await make({ results_visibility: 'never' });
    const given = await give(id);
    const seen = await look(id, `?answer=${given.id('data.id')}`);
    expect(seen.at('data.answer')).toEqual(given.at('data'));
    expect([seen.headers.get('cache-control'), seen.headers.get('etag')]).toEqual(['no-store', null]);
    expect((await look(id)).at('data.answer')).toBeUndefined();
  });

  test('tells nothing by the id of an answer that is gone, is another ask’s or never was', async () => {
    const [id, other] = [await make({ results_visibility: 'after_answer' }), await make()];
    const [gone, elsewhere] = [(await give(id)).id('data.id'), (await give(other)).id('data.id')];
    expect((await client('DELETE', `/${plural}/${id}/${answers}/${gone}`, { key })).status).toBe(204);
    for (const query of [gone, elsewhere, '', 'x', `${elsewhere}&answer=${elsewhere}`, '%00']) {
      const seen = await look(id, `?answer=${query}`);
      expect([query, seen.status, seen.at('data.answer'), seen.at('data.results')]).toEqual([query, 200, null, null]);
    }
  });

  test('lets members of the query be that it does not know, and refuses what can’t be read', async () => {
    const id = await make();
    expect((await look(id, '?utm_source=x&v=2')).headers.get('etag')).toBe(await tagOf(id));
    const broken = await look(id, '?answer=%');
    expect([broken.status, codeIn(broken)]).toEqual([400, 'malformed']);
    expect(broken.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('is for pages of the site’s origins where it lists some', async () => {
    const site = await client('POST', '/sites', { key, body: { name: 'Shop', origins: ['https://shop.example'] } });
    const id = await make({ site_id: site.at('data.id') });
    const answered = (await give(id)).id('data.id');
    for (const query of ['', `?answer=${answered}`]) {
      for (const origin of ['https://shop.example', 'https://askwell.example', undefined]) {
        const seen = await look(id, query, origin === undefined ? {} : { origin });
        expect([seen.status, seen.headers.get('vary')]).toEqual([200, 'Origin']);
        expect(seen.headers.get('access-control-allow-origin')).toBe(origin ?? null);
      }
      for (const origin of ['https://elsewhere.example', 'http://shop.example', 'null']) {
        const refused = await look(id, query, { origin });
        expect([refused.status, codeIn(refused), refused.headers.get('vary')]).toEqual([403, 'forbidden', 'Origin']);
        expect(refused.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    expect((await look(id, '', { origin: 'https://elsewhere.example', 'if-none-match': '*' })).status).toBe(403);
  });

  test('says in a preflight what pages may do, and refuses other methods as readably', async () => {
    const id = await make();
    const asked = await call(server, 'OPTIONS', `/embed/${plural}/${id}`, { headers: { origin: 'https://a.example' } });
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    const posted = await call(server, 'POST', `/embed/${plural}/${id}`, { body: {} });
    expect([posted.status, codeIn(posted), posted.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'GET, HEAD',
    ]);
    expect(posted.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('never counts against the limit of answers', async () => {
    const id = await make();
    const from = newAddress();
    for (let n = 0; n < 40; n++) expect((await look(id, '', { 'x-forwarded-for': from })).status).toBe(200);
    const given = await client('POST', `/${plural}/${id}/${answers}`, { body: answer, from });
    expect([given.status, given.headers.get('ratelimit')]).toEqual([201, '"public";r=29;t=60']);
  });
});

describe('the view of a poll', () => {
  const make = async (more: object) =>
    (await client('POST', '/polls', { key, body: { title: 'Lunch?', options: ['Soup', 'Salad'], ...more } })).id(
      'data.id',
    );
  const vote = (id: string, body: object) => client('POST', `/polls/${id}/votes`, { body, from: newAddress() });
  const poll = async (id: string) => Object((await call(server, 'GET', `/embed/polls/${id}`)).body).data;

  test('says which options have all the votes they may have', async () => {
    const id = await make({ options: [{ label: 'Soup', max_votes: 2 }, { label: 'Salad', max_votes: 1 }, 'Bread'] });
    const full = async () => (await poll(id)).poll.options.map((option: { full: boolean }) => option.full);
    expect(await full()).toEqual([false, false, false]);
    await vote(id, { choices: ['o1'] });
    await vote(id, { choices: ['o2'] });
    expect(await full()).toEqual([false, true, false]);
    expect((await vote(id, { choices: ['o2'] })).status).toBe(409);
    await vote(id, { choices: ['o1'] });
    expect(await full()).toEqual([true, true, false]);
    expect((await poll(id)).poll.options[0]).toEqual({ id: 'o1', label: 'Soup', image_url: null, full: true });
  });

  test('has room where whoever answered has a place already, if they may change their answer', async () => {
    for (const allow_change of [true, false]) {
      const id = await make({ allow_change, options: [{ label: 'Soup', max_votes: 1 }, 'Salad'] });
      const given = (await vote(id, { choices: ['o1'], voter: 'visitor-000000000001' })).id('data.id');
      const seen = async (query: string) =>
        Object((await call(server, 'GET', `/embed/polls/${id}${query}`)).body).data.poll.options[0].full;
      expect([await seen(''), await seen(`?answer=${given}`)]).toEqual([true, !allow_change]);
    }
  });

  test('shows what others wrote in only where that is to be shown', async () => {
    for (const show_others of [true, false]) {
      const id = await make({ other: true, show_others, results_visibility: 'always' });
      await vote(id, { choices: [], other: 'Curry' });
      const { results } = await poll(id);
      expect([results.votes_count, results.others]).toEqual([1, show_others ? [{ text: 'Curry', votes: 1 }] : []]);
    }
  });
});
