import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPollClient } from '../../../test/support/asks/poll-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let polls: Awaited<ReturnType<typeof createPollClient>>;

beforeAll(async () => {
  server = await startService();
  polls = await createPollClient(server);
});
afterAll(() => server.close());

describe('a poll', () => {
  test('a poll gets defaults, and accepts options as plain strings', async () => {
    const created = await polls.owner('POST', '/polls', {
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
    const read = await polls.owner('GET', `/polls/${created.id('data.id')}`);
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
  ])('a poll with %s is refused at its path', async (_what, draft, path) => {
    const reply = await polls.owner('POST', '/polls', { title: 'Lunch?', options: ['a', 'b'], ...draft });
    expect(reply.status).toBe(422);
    expect(Object.keys(Object(reply.at('errors')))).toContain(path);
  });

  test('PATCH updates a poll and increases its version', async () => {
    const id = await polls.make({ description: 'Today' });
    const changed = await polls.owner('PATCH', `/polls/${id}`, { title: 'Dinner?', description: null });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).toBe('"2"');
    expect(changed.at('data')).toMatchObject({ title: 'Dinner?', description: null, version: 2, type: 'single' });
    const stale = await polls.owner('PATCH', `/polls/${id}`, { title: 'x' }, { headers: { 'If-Match': '"1"' } });
    expect([stale.status, stale.at('code')]).toEqual([412, 'precondition_failed']);
    const fresh = await polls.owner('PATCH', `/polls/${id}`, { title: 'x' }, { headers: { 'If-Match': '"2"' } });
    expect(fresh.status).toBe(200);
  });

  test('the ID of a removed option is never assigned again', async () => {
    const id = await polls.make({});
    await polls.owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o1', label: 'Soup' },
        { id: 'o2', label: 'Salad' },
      ],
    });
    const changed = await polls.owner('PATCH', `/polls/${id}`, {
      options: [{ id: 'o1', label: 'Soup' }, { id: 'o2', label: 'Salad' }, 'New'],
    });
    expect(changed.at('data.options.2.id')).toBe('o4');
  });

  test('options that have votes cannot be removed', async () => {
    const id = await polls.make({});
    expect((await polls.vote(id, { choices: ['o1'] })).status).toBe(201);
    const without = await polls.owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o2', label: 'Salad' },
        { id: 'o3', label: 'Bread' },
      ],
    });
    expect([without.status, without.at('code')]).toEqual([409, 'conflict']);
    expect((await polls.owner('PATCH', `/polls/${id}`, { type: 'multiple' })).status).toBe(409);
    expect((await polls.owner('PATCH', `/polls/${id}`, { one_per: 'ip' })).status).toBe(409);
    const unused = await polls.owner('PATCH', `/polls/${id}`, {
      options: [
        { id: 'o1', label: 'Stew' },
        { id: 'o2', label: 'Salad' },
      ],
    });
    expect(unused.status).toBe(200);
  });
});

describe('the lifecycle', () => {
  test('visitors cannot see drafts', async () => {
    const id = await polls.make({ status: 'draft' });
    expect((await polls.vote(id, { choices: ['o1'] })).status).toBe(404);
  });

  test.each([
    ['closed', { status: 'closed' }, 'closed'],
    ['past closes_at', { closes_at: '2020-01-01T00:00:00Z' }, 'closed'],
    ['before opens_at', { opens_at: '2999-01-01T00:00:00Z' }, 'not_open'],
  ])('refuses all votes if the poll is %s', async (_what, draft, code) => {
    const id = await polls.make(draft);
    const reply = await polls.vote(id, { choices: ['nonsense'] });
    expect([reply.status, reply.at('code')]).toEqual([409, code]);
    expect((await polls.owner('GET', `/polls/${id}`)).at('data.accepting')).toBe(false);
  });

  test('can be opened later and closed earlier', async () => {
    const id = await polls.make({});
    const times = { opens_at: '2999-01-01T00:00:00.000000Z', closes_at: '2999-01-02T00:00:00.000000Z' };
    const changed = await polls.owner('PATCH', `/polls/${id}`, times);
    expect([changed.status, changed.at('data')]).toEqual([200, expect.objectContaining(times)]);
  });

  test('parallel votes never exceed max_answers', async () => {
    const id = await polls.make({ max_answers: 7, one_per: null });
    const replies = await Promise.all(Array.from({ length: 40 }, () => polls.vote(id, { choices: ['o1'] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(new Set(replies.filter(({ status }) => status !== 201).map((reply) => reply.at('code')))).toEqual(
      new Set(['full']),
    );
    expect((await polls.owner('GET', `/polls/${id}/results`)).at('data.votes_count')).toBe(7);
  });

  test('votes never exceed max_votes of an option, and other options stay open', async () => {
    const id = await polls.make({ options: [{ label: 'Few', max_votes: 3 }, 'Many'], one_per: null });
    const replies = await Promise.all(Array.from({ length: 30 }, () => polls.vote(id, { choices: ['o1'] })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await polls.vote(id, { choices: ['o2'] })).status).toBe(201);
  });
});
