import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, createClient, newAddress } from '../../test/support/http/http-client.js';
import { createOwner } from '../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../test/support/servers/start-server.js';

let server: TestServer;
let key: string;
let call: ReturnType<typeof createClient>;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  key = await (await createOwner(server.services)).key();
  call = createClient(server);
});
afterAll(() => server.close());

const owner = (method: string, path: string, body?: unknown) => call(method, path, { key, body });
const makePoll = async (draft: object) => {
  const created = await owner('POST', '/polls', { title: 'Lunch?', options: ['Soup', 'Salad', 'Bread'], ...draft });
  expect(created.text).toContain('"id":"poll_');
  return created.id('data.id');
};
const vote = (poll: string, body: object, more: CallOptions = {}) =>
  call('POST', `/polls/${poll}/votes`, { body, from: newAddress(), ...more });
const voter = (n: number) => `visitor-${String(n).padStart(12, '0')}`;

describe('a poll', () => {
  test('gets defaults, and accepts options as plain strings', async () => {
    const created = await owner('POST', '/polls', {
      title: 'Lunch?',
      options: ['Soup', { label: 'Salad', id: 'green' }],
    });
    expect(created.status).toBe(201);
    expect(created.headers.get('etag')).toBe('"1"');
    expect(created.at('data')).toMatchObject({
      id: expect.stringMatching(/^poll_[0-9a-z]{20}$/),
      type: 'single',
      status: 'open',
      accepting: true,
      one_per: 'browser',
      results_visibility: 'after_answer',
      allow_change: false,
      answers_count: 0,
      version: 1,
      options: [
        { id: 'o1', label: 'Soup', image_url: null, max_votes: null },
        { id: 'green', label: 'Salad', image_url: null, max_votes: null },
      ],
    });
    const read = await owner('GET', `/polls/${created.id('data.id')}`);
    expect(read.at('data')).toEqual(created.at('data'));
  });

  test.each<[string, object, string]>([
    ['one option', { options: ['a'] }, 'options'],
    [
      'a duplicate option ID',
      {
        options: [
          { id: 'x', label: 'a' },
          { id: 'x', label: 'b' },
        ],
      },
      'options.1.id',
    ],
    ['an empty label', { options: ['a', ' '] }, 'options.1'],
    [
      'an invalid image URL',
      { options: ['a', { label: 'b', image_url: 'javascript:alert(1)' }] },
      'options.1.image_url',
    ],
    ['an unknown member', { options: ['a', { label: 'b', colour: 'red' }] }, 'options.1.colour'],
    ['min_choices on a single choice', { min_choices: 1 }, 'min_choices'],
    ['max_choices above the number of options', { type: 'multiple', max_choices: 4 }, 'max_choices'],
    ['a minimum above the maximum', { type: 'multiple', min_choices: 3, max_choices: 2 }, 'min_choices'],
    ['a write-in on a ranking', { type: 'ranked', other: true }, 'other'],
    ['a scale on a choice', { scale: { min: 1, max: 5 } }, 'scale'],
    ['a scale with min above max', { type: 'rating', scale: { min: 5, max: 1 } }, 'scale'],
    ['allow_change without one_per', { one_per: null, allow_change: true }, 'allow_change'],
    ['closes_at before opens_at', { opens_at: '2026-01-02T00:00:00Z', closes_at: '2026-01-01T00:00:00Z' }, 'closes_at'],
    ['an invalid time', { opens_at: '2026-02-30T00:00:00Z' }, 'opens_at'],
    ['a link that is not http or https', { after: { url: 'ftp://example.com' } }, 'after.url'],
    ['a site of another account', { site_id: 999_999 }, 'site_id'],
    ['NUL in the title', { title: 'a\u0000b' }, 'title'],
  ])('with %s is refused at its path', async (_what, draft, path) => {
    const reply = await owner('POST', '/polls', { title: 'Lunch?', options: ['a', 'b'], ...draft });
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(reply.at('errors')))).toContain(path);
  });

  test('is updated by PATCH, which increases its version', async () => {
    const id = await makePoll({ description: 'Today' });
    const changed = await owner('PATCH', `/polls/${id}`, { title: 'Dinner?', description: null });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(changed.at('data')).toMatchObject({ title: 'Dinner?', description: null, version: 2, type: 'single' });
    const stale = await call('PATCH', `/polls/${id}`, { key, body: { title: 'x' }, headers: { 'If-Match': '"1"' } });
    expect([stale.status, stale.at('code')]).toEqual([412, 'precondition_failed']);
    const fresh = await call('PATCH', `/polls/${id}`, { key, body: { title: 'x' }, headers: { 'If-Match': '"2"' } });
    expect(fresh.status).toBe(200);
  });

  test('never assigns the ID of a removed option again', async () => {
    const id = await makePoll({});
    await owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o1', label: 'Soup' },
        { id: 'o2', label: 'Salad' },
      ],
    });
    const changed = await owner('PATCH', `/polls/${id}`, {
      options: [{ id: 'o1', label: 'Soup' }, { id: 'o2', label: 'Salad' }, 'New'],
    });
    expect(changed.at('data.options.2.id')).toBe('o4');
  });

  test('keeps options that have votes', async () => {
    const id = await makePoll({});
    expect((await vote(id, { choices: ['o1'] })).status).toBe(201);
    const without = await owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o2', label: 'Salad' },
        { id: 'o3', label: 'Bread' },
      ],
    });
    expect([without.status, without.at('code')]).toEqual([409, 'conflict']);
    expect((await owner('PATCH', `/polls/${id}`, { type: 'multiple' })).status).toBe(409);
    expect((await owner('PATCH', `/polls/${id}`, { one_per: 'ip' })).status).toBe(409);
    const unused = await owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o1', label: 'Stew' },
        { id: 'o2', label: 'Salad' },
      ],
    });
    expect(unused.status).toBe(200);
  });
});

describe('the lifecycle', () => {
  test('hides drafts from visitors', async () => {
    const id = await makePoll({ status: 'draft' });
    expect((await vote(id, { choices: ['o1'] })).status).toBe(404);
  });

  test.each([
    ['closed', { status: 'closed' }, 'closed'],
    ['past closes_at', { closes_at: '2020-01-01T00:00:00Z' }, 'closed'],
    ['before opens_at', { opens_at: '2999-01-01T00:00:00Z' }, 'not_open'],
  ])('refuses all votes if the poll is %s', async (_what, draft, code) => {
    const id = await makePoll(draft);
    const reply = await vote(id, { choices: ['nonsense'] });
    expect([reply.status, reply.at('code')]).toEqual([409, code]);
    expect((await owner('GET', `/polls/${id}`)).at('data.accepting')).toBe(false);
  });

  test('never exceeds max_answers with parallel votes', async () => {
    const id = await makePoll({ max_answers: 7, one_per: null });
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote(id, { choices: ['o1'] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(new Set(replies.filter(({ status }) => status !== 201).map((reply) => reply.at('code')))).toEqual(
      new Set(['full']),
    );
    expect((await owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(7);
  });

  test('never exceeds max_votes of an option and keeps the others open', async () => {
    const id = await makePoll({ options: [{ label: 'Few', max_votes: 3 }, 'Many'], one_per: null });
    const replies = await Promise.all(Array.from({ length: 30 }, () => vote(id, { choices: ['o1'] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await vote(id, { choices: ['o2'] })).status).toBe(201);
  });
});

describe('one_per', () => {
  test.each(['browser', 'ip', 'ticket'] as const)('"%s" records one of 200 parallel votes', async (onePer) => {
    const id = await makePoll({ one_per: onePer });
    const ticket =
      onePer === 'ticket'
        ? (await owner('POST', `/polls/${id}/tickets`, { count: 1 })).id('data.tickets.0')
        : undefined;
    const body = {
      choices: ['o1'],
      ...(onePer === 'browser' ? { voter: voter(1) } : {}),
      ...(ticket ? { ticket } : {}),
    };
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        vote(id, body, { from: onePer === 'ip' ? `2001:db8:0:1::${at + 1}` : newAddress() }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    // An address has 30 requests a minute: one vote, 29 refused ones, and then 429.
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(onePer === 'ip' ? 29 : 199);
    expect((await owner('GET', `/polls/${id}/votes?limit=100`)).at('data')).toHaveLength(1);
  });

  test('lets a change keep its ID and time, and pass a full poll', async () => {
    const id = await makePoll({ allow_change: true, max_answers: 1 });
    const first = await vote(id, { choices: ['o1'], voter: voter(2) });
    const second = await vote(id, { choices: ['o2'], voter: voter(2) });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.at('data.id')).toBe(first.at('data.id'));
    expect(second.at('data.created_at')).toBe(first.at('data.created_at'));
    const results = await owner('GET', `/polls/${id}/results`);
    expect([
      results.at('data.votes_count'),
      results.at('data.options.0.votes'),
      results.at('data.options.1.votes'),
    ]).toEqual([1, 0, 1]);
    expect((await vote(id, { choices: ['o1'], voter: voter(3) })).at('code')).toBe('full');
  });

  test('lets a voter answer again after their vote was deleted', async () => {
    const id = await makePoll({});
    const firstVote = await vote(id, { choices: ['o1'], voter: voter(4) });
    expect((await owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`)).status).toBe(204);
    expect((await owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(0);
    expect((await vote(id, { choices: ['o1'], voter: voter(4) })).status).toBe(201);
  });

  test('returns tickets once, counts them and refuses unknown ones', async () => {
    const id = await makePoll({ one_per: 'ticket' });
    const issued = await owner('POST', `/polls/${id}/tickets`, { count: 2 });
    expect(issued.status).toBe(201);
    expect(issued.at('data.count')).toBe(2);
    expect((await vote(id, { choices: ['o1'] })).at('errors.ticket')).toEqual(['Required.']);
    expect((await vote(id, { choices: ['o1'], ticket: 'guess' })).status).toBe(422);
    expect((await vote(id, { choices: ['o1'], ticket: issued.id('data.tickets.0') })).status).toBe(201);
    expect((await owner('GET', `/polls/${id}/tickets`)).at('data')).toEqual({ count: 2, used: 1 });
  });
});

describe('an Idempotency-Key', () => {
  test('gives 100 parallel repetitions one vote, one status and one ID', async () => {
    const id = await makePoll({ one_per: null });
    const headers = { 'Idempotency-Key': 'the-same' };
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => vote(id, { choices: ['o1'], voter: voter(5) }, { headers })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map((reply) => reply.at('data.id'))).size).toBe(1);
    expect((await owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(1);
  });

  test('refuses another body, depends on the voter, and reports a deleted answer', async () => {
    const id = await makePoll({});
    const headers = { 'Idempotency-Key': 'k' };
    const firstVote = await vote(id, { choices: ['o1'], voter: voter(6) }, { headers });
    const other = await vote(id, { choices: ['o2'], voter: voter(6) }, { headers });
    expect([other.status, other.at('code')]).toEqual([422, 'idempotency_mismatch']);
    expect((await vote(id, { choices: ['o2'], voter: voter(7) }, { headers })).status).toBe(201);
    await owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`);
    expect((await vote(id, { choices: ['o1'], voter: voter(6) }, { headers })).status).toBe(410);
  });
});

describe('results and write-ins', () => {
  test('refuses to disable write-ins that have answers', async () => {
    const id = await makePoll({ other: true, one_per: null });
    const firstVote = await vote(id, { other: 'Pizza' });
    const refused = await owner('PATCH', `/polls/${id}`, { other: false });
    expect([refused.status, refused.at('message')]).toEqual([409, expect.stringMatching(/^`other` cannot be/)]);
    expect((await owner('GET', `/polls/${id}/results`)).at('data.others')).toEqual([{ text: 'Pizza', votes: 1 }]);
    await owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`);
    expect((await owner('PATCH', `/polls/${id}`, { other: false })).status).toBe(200);
  });

  test('groups write-ins, and shows them to visitors only with show_others', async () => {
    const id = await makePoll({ other: true, one_per: null, results_visibility: 'always' });
    await vote(id, { other: 'Pizza' });
    const firstVote = await vote(id, { other: '  pizza ' });
    expect(firstVote.at('data.results.others')).toEqual([]);
    expect((await owner('GET', `/polls/${id}/results`)).at('data.others')).toEqual([{ text: 'Pizza', votes: 2 }]);
    await owner('PATCH', `/polls/${id}`, { show_others: true });
    expect((await vote(id, { choices: ['o1'] })).at('data.results.others')).toEqual([{ text: 'Pizza', votes: 2 }]);
  });

  test.each([
    ['always', true],
    ['after_answer', true],
    ['after_close', false],
    ['never', false],
  ])('%s shows results to a voter: %s', async (visibility, shown) => {
    const id = await makePoll({ results_visibility: visibility });
    expect((await vote(id, { choices: ['o1'] })).at('data.results') !== null).toBe(shown);
  });

  test('has averages and a histogram for ratings', async () => {
    const id = await makePoll({ type: 'rating', one_per: null, scale: { min: 1, max: 3 } });
    await vote(id, { ratings: { o1: 3, o2: 1 } });
    await vote(id, { ratings: { o1: 2 } });
    const results = await owner('GET', `/polls/${id}/results`);
    expect(results.at('data.options.0')).toMatchObject({
      votes: 2,
      share: 1,
      average: 2.5,
      histogram: [
        { value: 1, count: 0 },
        { value: 2, count: 1 },
        { value: 3, count: 1 },
      ],
    });
    expect(results.at('data.options.2')).toMatchObject({ votes: 0, share: 0, average: null });
  });

  test('accepts an HTML form like JSON, and redirects browsers', async () => {
    const id = await makePoll({ type: 'ranked', after: { url: 'https://example.com/thanks' } });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const firstVote = await vote(id, {}, { body: 'rank.o1=2&rank.o3=1&rank.o2=', headers });
    expect(firstVote.at('data.choices')).toEqual(['o3', 'o1']);
    for (const body of [
      'rank.o1=1&rank.o2=1',
      'rank.o1=%20&rank.o2=1',
      'rank.o1=0x1',
      'rank.o1=Infinity',
      'rank.o1=1&rank.o1=2',
      'rank.o9=1',
      'rank.=1',
      'choices=o1&rank.o1=1',
    ]) {
      const refused = await vote(id, {}, { body, headers });
      expect([body, refused.status, refused.at('code')]).toEqual([body, 422, 'invalid']);
    }
    const rated = await makePoll({ type: 'rating' });
    expect((await vote(rated, {}, { body: 'ratings.o1=4.0&ratings.o2=+5', headers })).at('data.ratings')).toEqual({
      o1: 4,
      o2: 5,
    });
    const page = await vote(id, {}, { body: 'rank.o1=1', headers: { ...headers, Accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
  });

  test('exports an empty cell for an unrated option, even with the ID of an inherited member', async () => {
    const options = [
      { id: 'constructor', label: 'Builder' },
      { id: 'o2', label: 'Plumber' },
    ];
    const id = await makePoll({ type: 'rating', one_per: null, options });
    await vote(id, { ratings: { o2: 4 } });
    const { text } = await owner('GET', `/polls/${id}/votes?format=csv`);
    const [header = '', row = ''] = text.split('\r\n');
    expect([header.split(',').slice(3), row.split(',').slice(3)]).toEqual([
      ['constructor', 'o2'],
      ['', '4'],
    ]);
  });

  test.each(['jsonl', 'csv'])('refuses a limit for the %s export', async (format) => {
    const id = await makePoll({});
    const votes = `/polls/${id}/votes?format=${format}`;
    expect((await owner('GET', votes)).status).toBe(200);
    const refused = await owner('GET', `${votes}&limit=25`);
    expect([refused.status, refused.at('errors.limit')]).toEqual([422, ['Only allowed when `format` is "json".']]);
  });
});
