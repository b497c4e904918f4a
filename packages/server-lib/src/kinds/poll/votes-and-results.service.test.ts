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

describe('results and write-ins', () => {
  test('refuses to disable write-ins that have answers', async () => {
    const id = await polls.make({ other: true, one_per: null });
    const firstVote = await polls.vote(id, { other: 'Pizza' });
    const refused = await polls.owner('PATCH', `/polls/${id}`, { other: false });
    expect([refused.status, refused.at('message')]).toEqual([409, expect.stringMatching(/^`other` cannot be/)]);
    expect((await polls.owner('GET', `/polls/${id}/results`)).at('data.others')).toEqual([{ text: 'Pizza', votes: 1 }]);
    await polls.owner('DELETE', `/polls/${id}/votes/${firstVote.id('data.id')}`);
    expect((await polls.owner('PATCH', `/polls/${id}`, { other: false })).status).toBe(200);
  });

  test('groups write-ins, and shows them to visitors only with show_others', async () => {
    const id = await polls.make({ other: true, one_per: null, results_visibility: 'always' });
    await polls.vote(id, { other: 'Pizza' });
    const firstVote = await polls.vote(id, { other: '  pizza ' });
    expect(firstVote.at('data.results.others')).toEqual([]);
    expect((await polls.owner('GET', `/polls/${id}/results`)).at('data.others')).toEqual([{ text: 'Pizza', votes: 2 }]);
    await polls.owner('PATCH', `/polls/${id}`, { show_others: true });
    expect((await polls.vote(id, { choices: ['o1'] })).at('data.results.others')).toEqual([
      { text: 'Pizza', votes: 2 },
    ]);
  });

  test.each([
    ['always', true],
    ['after_answer', true],
    ['after_close', false],
    ['never', false],
  ])('%s shows results to a voter: %s', async (visibility, shown) => {
    const id = await polls.make({ results_visibility: visibility });
    expect((await polls.vote(id, { choices: ['o1'] })).at('data.results') !== null).toBe(shown);
  });

  test('results of ratings have averages and a histogram', async () => {
    const id = await polls.make({ type: 'rating', one_per: null, scale: { min: 1, max: 3 } });
    await polls.vote(id, { ratings: { o1: 3, o2: 1 } });
    await polls.vote(id, { ratings: { o1: 2 } });
    const results = await polls.owner('GET', `/polls/${id}/results`);
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
    const id = await polls.make({ type: 'ranked', after: { url: 'https://example.com/thanks' } });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const firstVote = await polls.vote(id, {}, { body: 'rank.o1=2&rank.o3=1&rank.o2=', headers });
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
      const refused = await polls.vote(id, {}, { body, headers });
      expect([body, refused.status, refused.at('code')]).toEqual([body, 422, 'invalid']);
    }
    const rated = await polls.make({ type: 'rating' });
    expect((await polls.vote(rated, {}, { body: 'ratings.o1=4.0&ratings.o2=+5', headers })).at('data.ratings')).toEqual(
      {
        o1: 4,
        o2: 5,
      },
    );
    const page = await polls.vote(id, {}, { body: 'rank.o1=1', headers: { ...headers, Accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([303, 'https://example.com/thanks']);
  });

  test('exports an empty cell for an unrated option, even with the ID of an inherited member', async () => {
    const options = [
      { id: 'constructor', label: 'Builder' },
      { id: 'o2', label: 'Plumber' },
    ];
    const id = await polls.make({ type: 'rating', one_per: null, options });
    await polls.vote(id, { ratings: { o2: 4 } });
    const { text } = await polls.owner('GET', `/polls/${id}/votes?format=csv`);
    const [header = '', row = ''] = text.split('\r\n');
    expect([header.split(',').slice(3), row.split(',').slice(3)]).toEqual([
      ['constructor', 'o2'],
      ['', '4'],
    ]);
  });

  test.each(['jsonl', 'csv'])('refuses a limit for the %s export', async (format) => {
    const id = await polls.make({});
    const votes = `/polls/${id}/votes?format=${format}`;
    expect((await polls.owner('GET', votes)).status).toBe(200);
    const refused = await polls.owner('GET', `${votes}&limit=25`);
    expect([refused.status, refused.at('errors.limit')]).toEqual([422, ['Only allowed when `format` is "json".']]);
  });
});
