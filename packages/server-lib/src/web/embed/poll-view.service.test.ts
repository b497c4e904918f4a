import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;
beforeAll(async () => {
  server = await startService();
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

describe('the view of a poll', () => {
  const make = async (more: object) =>
    (await client('POST', '/polls', { key, body: { title: 'Lunch?', options: ['Soup', 'Salad'], ...more } })).id(
      'data.id',
    );
  const vote = (id: string, body: object) => client('POST', `/polls/${id}/votes`, { body });
  const poll = async (id: string) => Object((await call(server, 'GET', `/embed/polls/${id}`)).body).data;

  test('says which options are full', async () => {
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

  test('does not count an option as full for a visitor who chose it and may change their answer', async () => {
    for (const allow_change of [true, false]) {
      const id = await make({ allow_change, options: [{ label: 'Soup', max_votes: 1 }, 'Salad'] });
      const answerId = (await vote(id, { choices: ['o1'], voter: 'visitor-000000000001' })).id('data.id');
      const isFull = async (query: string) =>
        Object((await call(server, 'GET', `/embed/polls/${id}${query}`)).body).data.poll.options[0].full;
      expect([await isFull(''), await isFull(`?answer=${answerId}`)]).toEqual([true, !allow_change]);
    }
  });

  test('shows write-ins of others only with `show_others`', async () => {
    for (const show_others of [true, false]) {
      const id = await make({ other: true, show_others, results_visibility: 'always' });
      await vote(id, { choices: [], other: 'Curry' });
      const { results } = await poll(id);
      expect([results.votes_count, results.others]).toEqual([1, show_others ? [{ text: 'Curry', votes: 1 }] : []]);
    }
  });
});
