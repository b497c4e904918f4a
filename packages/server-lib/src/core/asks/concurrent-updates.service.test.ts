import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallOptions, createClient, type Reply } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

/** Owners and visitors use different processes. The visitors' process has cached each ask before it changes. */
let visited: TestServer;
let owned: TestServer;
let key: string;
beforeAll(async () => {
  visited = await startService();
  owned = await startService({ database: visited.database });
  key = await (await createOwner(owned.services)).key();
});
afterAll(async () => {
  await owned.close();
  await visited.close();
});

async function owner(method: string, path: string, body?: CallOptions['body']): Promise<Reply> {
  const reply = await createClient(owned)(method, path, { key, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply;
}

/** Creates a poll and answers it once, so that the visitors' process has cached it. */
async function answeredPoll(more: object = {}) {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always', ...more };
  const id = (await owner('POST', '/polls', draft)).id('data.id');
  const vote = (body: CallOptions['body'] = { choices: ['o1'] }, headers: Record<string, string> = {}) =>
    createClient(visited)('POST', `/polls/${id}/votes`, { body, headers });
  expect((await vote()).status).toBe(201);
  return {
    id,
    vote,
    change: (changes: object) => owner('PATCH', `/polls/${id}`, changes),
    remove: () => owner('DELETE', `/polls/${id}`),
    count: async () => (await owner('GET', `/polls/${id}`)).at('data.answers_count'),
  };
}

describe('the next answer after another process changed the ask', () => {
  test('an answer is refused after closing and accepted after reopening', async () => {
    const { vote, change, count } = await answeredPoll();
    await change({ status: 'closed' });
    expect((await vote()).at('code')).toBe('closed');
    await change({ status: 'open' });
    expect((await vote()).status).toBe(201);
    expect(await count()).toBe(2);
  });

  test('an answer is refused after the ask became a draft', async () => {
    const { vote, change } = await answeredPoll();
    await change({ status: 'draft' });
    for (const body of [{ choices: ['o1'] }, { choices: ['never'] }, '{']) {
      expect((await vote(body)).at('code')).toBe('not_found');
    }
  });

  test('an answer is refused after the ask was deleted', async () => {
    const { vote, remove } = await answeredPoll();
    await remove();
    for (const body of [{ choices: ['o1'] }, { choices: ['never'] }, '{']) {
      expect((await vote(body)).at('code')).toBe('not_found');
    }
  });

  test.each(['made a draft', 'deleted'])(
    'an answer gets not_found after the ask was %s, also from origins that the site does not allow',
    async (how) => {
      const site = (await owner('POST', '/sites', { name: 'Site', origins: ['https://site.example'] })).at('data.id');
      const { vote, change, remove } = await answeredPoll({ site_id: site });
      await (how === 'deleted' ? remove() : change({ status: 'draft' }));
      for (const origin of ['https://site.example', 'https://elsewhere.example']) {
        const { status, headers } = await vote({ choices: ['o1'] }, { origin });
        expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([404, '*', null]);
      }
    },
  );

  test('an answer is validated against added and removed options', async () => {
    const { vote, change } = await answeredPoll();
    await change({ options: [{ id: 'o1', label: 'Soup' }, 'Bread'] });
    expect((await vote({ choices: ['o2'] })).at('errors')).toEqual({ 'choices.0': expect.any(Array) });
    expect((await vote({ choices: ['o3'] })).status).toBe(201);
    await change({
      options: [
        { id: 'o1', label: 'Soup' },
        { id: 'o3', label: 'Bread' },
        { id: 'later', label: 'Later' },
      ],
    });
    expect((await vote({ choices: ['later'] })).status).toBe(201);
  });

  test('a receipt has no results after the results were hidden', async () => {
    const { vote, change, count } = await answeredPoll();
    const send = () => vote({ choices: ['o1'], voter: 'a-browser-that-repeats' }, { 'Idempotency-Key': 'once' });
    const seen = await send();
    expect(seen.at('data.results.votes_count')).toBe(2);
    await change({ results_visibility: 'never' });
    const again = await send();
    expect([again.status, again.at('data.id'), again.at('data.results')]).toEqual([201, seen.at('data.id'), null]);
    expect((await vote()).at('data.results')).toBeNull();
    expect(await count()).toBe(3);
  });

  test('an answer is refused if a newly assigned site does not list its origin', async () => {
    const { vote, change, count } = await answeredPoll();
    const site = (await owner('POST', '/sites', { name: 'Site', origins: ['https://site.example'] })).at('data.id');
    await change({ site_id: site });
    for (const body of [{ choices: ['o1'] }, { choices: ['never'] }, '{']) {
      const refused = await vote(body, { origin: 'https://elsewhere.example' });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    const accepted = await vote({ choices: ['o1'] }, { origin: 'https://site.example' });
    expect([accepted.status, accepted.headers.get('access-control-allow-origin')]).toEqual([
      201,
      'https://site.example',
    ]);
    expect(await count()).toBe(2);
  });

  test('an answer is refused after its origin was removed from the site', async () => {
    const site = (await owner('POST', '/sites', { name: 'Site', origins: ['https://site.example'] })).at('data.id');
    const { vote } = await answeredPoll({ site_id: site });
    await owner('PATCH', `/sites/${site}`, { origins: ['https://other.example'] });
    expect((await vote({ choices: ['o1'] }, { origin: 'https://site.example' })).status).toBe(403);
    expect((await vote({ choices: ['o1'] }, { origin: 'https://other.example' })).status).toBe(201);
  });
});

test('a form post is parsed by the current fields of the form', async () => {
  const which = { id: 'which', type: 'short_text', label: 'Which?' };
  const draft = { title: 'Sign up', fields: [which] };
  const id = (await owner('POST', '/forms', draft)).id('data.id');
  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    createClient(visited)('POST', `/forms/${id}/submissions`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const several = { id: 'several', type: 'multiple_choice', label: 'Several?', options: [{ id: 'o1', label: 'One' }] };
  expect((await send({ which: 'This' })).status).toBe(201);
  await owner('PATCH', `/forms/${id}`, { fields: [which, several] });
  expect((await send({ which: 'That', several: 'o1' })).status).toBe(201);
  const submissions = await owner('GET', `/forms/${id}/submissions`);
  expect(submissions.at('data.0.answers')).toEqual({ which: 'That', several: ['o1'] });

  const phone = { id: 'phone', type: 'phone', label: 'Phone' };
  await owner('PATCH', `/forms/${id}`, { fields: [which, several, phone], after: { url: 'https://thanks.example/' } });
  const browser = await send({ phone: '+442079460000' }, { accept: 'text/html' });
  expect([browser.status, browser.headers.get('location')]).toEqual([303, 'https://thanks.example/']);
});
