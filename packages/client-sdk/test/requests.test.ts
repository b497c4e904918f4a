import { MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { Askwell } from '../src/index.js';
import { jsonResponse, stubbedClient } from './support/stub-fetch.js';

describe('a request', () => {
  test('contains the API key and the user agent', async () => {
    const stub = stubbedClient([jsonResponse(200, { data: {} })], { headers: { 'X-Trace': 'abc' } });
    await stub.client.me();
    const [request] = stub.requests();
    expect(request).toMatchObject({ url: 'https://polls.example.com/base/api/v1/me', method: 'GET', body: null });
    expect(request?.headers).toEqual({
      'x-trace': 'abc',
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^askwell-client\/\d+\.\d+\.\d+ node\/\d+\.\d+\.\d+$/),
      'x-api-key': stub.key,
    });
  });

  test('of a public operation does not contain the API key', async () => {
    const receipt = jsonResponse(201, { data: {} });
    const stub = stubbedClient([receipt, receipt.clone(), receipt.clone(), receipt.clone()]);
    await stub.client.polls.votes.create('poll_1', { choices: ['o1'] });
    await stub.client.quizzes.attempts.create('quiz_1', { answers: {} });
    await stub.client.forms.submissions.create('form_1', { answers: {} });
    await stub.client.quizzes.start('quiz_1', { ticket: 'ABCD-EFGH-JKMN-PQRS' });
    expect(stub.requests().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /base/api/v1/polls/poll_1/votes',
      'POST /base/api/v1/quizzes/quiz_1/attempts',
      'POST /base/api/v1/forms/form_1/submissions',
      'POST /base/embed/quizzes/quiz_1/start',
    ]);
    for (const { headers } of stub.requests()) expect(Object.keys(headers)).not.toContain('x-api-key');
    // Proxies log URLs.
    expect(stub.requests().at(-1)?.url).not.toContain('ABCD');
  });

  test('has encoded IDs and query parameters', async () => {
    const stub = stubbedClient([jsonResponse(200, { data: [], meta: { next_cursor: null } })]);
    await stub.client.polls.votes.list('a/b?c#d', { since: new Date(0), voter_ref: 'x&y=z' }).page();
    expect(stub.requests()[0]?.url).toBe(
      'https://polls.example.com/base/api/v1/polls/a%2Fb%3Fc%23d/votes?since=1970-01-01T00%3A00%3A00.000Z&voter_ref=x%26y%3Dz',
    );
  });
});

test("undici's MockAgent works as a dispatcher", async () => {
  const apiKey = `ask_${'a'.repeat(40)}`;
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher
    .get('https://polls.example.com')
    .intercept({ path: '/api/v1/sites/7', method: 'DELETE', headers: { 'x-api-key': apiKey } })
    .reply(204, '');
  const client = new Askwell({ apiKey, baseUrl: 'https://polls.example.com', dispatcher });
  expect(await client.sites.delete(7)).toBeUndefined();
  dispatcher.assertNoPendingInterceptors();
});
