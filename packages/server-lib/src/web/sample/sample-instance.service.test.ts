import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSampleBelow, samplePath, sampleVotesPath, voteInSample } from '../../../test/support/asks/sample-poll.js';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { openStream } from '../../../test/support/http/event-stream.js';
import { call, newAddress } from '../../../test/support/http/http-client.js';
import { codeIn, textIdIn } from '../../../test/support/http/parse-replies.js';
import { type Requests, send } from '../../../test/support/http/requests.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { rowsOf } from '../../../test/support/store/stored-rows.js';
import { createFetchHandler } from '../../adapters/fetch.js';
import { silentLogger } from '../../base/logger.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { createSample } from './sample-instance.js';
import { sampleId } from './sample-poll.js';

const events: unknown[] = [];
const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
beforeAll(async () => {
  const listen = (event: unknown): void => void events.push(event);
  server = await startService({ clock: source, on: { answer: listen, change: listen } });
});
afterAll(() => server.close());

/** Returns the votes of each option. */
async function votesByOption(target: Requests): Promise<number[]> {
  const { body } = await call(target, 'GET', samplePath);
  return Object(body).data.results.options.map((option: { votes: number }) => option.votes);
}

describe('the sample poll', () => {
  test('counts votes and sends live results, without database rows or events of the host app', async () => {
    const before = await votesByOption(server);
    const stream = await openStream(server, `${samplePath}/live`);
    expect(Object((await stream.next())?.data).options[1].votes).toBe(before[1]);
    const first = await voteInSample(server, 'o2');
    expect([first.status, textIdIn(first)]).toEqual([201, expect.stringMatching(/^vote_/)]);
    await clock.advance({ seconds: 1 });
    expect(Object((await stream.next())?.data).options[1].votes).toBe((before[1] ?? 0) + 1);
    stream.close();

    expect(events).toEqual([]);
    const rows = await rowsOf(server.database);
    for (const table of ['accounts', 'asks', 'answers', 'idempotency']) expect(rows[`askwell_${table}`]).toEqual([]);
    expect((await call(server, 'GET', `/embed/polls/${sampleId}`)).status).toBe(404);
  });

  test('accepts one vote per browser, which can be changed', async () => {
    const voter = 'visitor-of-the-sample';
    expect((await voteInSample(server, 'o1', { voter })).status).toBe(201);
    const before = await votesByOption(server);
    expect((await voteInSample(server, 'o4', { voter })).status).toBe(200);
    const [first = 0, second = 0, third = 0, fourth = 0] = before;
    expect(await votesByOption(server)).toEqual([first - 1, second, third, fourth + 1]);
  });

  test('shares the rate limit of public operations', async () => {
    const post = (path: string) => call(server, 'POST', path, { body: { choices: ['o1'] }, from: '203.0.113.7' });
    for (let nth = 0; nth < 15; nth++) {
      expect((await post(sampleVotesPath)).status).toBe(201);
      expect((await post(`/api/v1/polls/${sampleId}/votes`)).status).toBe(404);
    }
    const rejected = await Promise.all([post(sampleVotesPath), post(`/api/v1/polls/${sampleId}/votes`)]);
    expect(rejected.map(codeIn)).toEqual(['rate_limited', 'rate_limited']);
  });

  test('rejects large bodies, write-ins and unknown options', async () => {
    expect(codeIn(await voteInSample(server, 'o1', { voter: 'v'.repeat(1024) }))).toBe('too_large');
    expect(codeIn(await voteInSample(server, 'o1', { other: 'Something rude' }))).toBe('invalid');
    expect(codeIn(await voteInSample(server, 'o9'))).toBe('invalid');
  });

  test('has no API for owners, no registration and no sign-in', async () => {
    const key = await (await createOwner(server.services)).key();
    for (const [method, path] of [
      ['GET', '/sample/api/v1/polls'],
      ['POST', '/sample/api/v1/polls'],
      ['DELETE', `/sample/api/v1/polls/${sampleId}`],
      ['GET', sampleVotesPath],
    ] as const) {
      expect((await call(server, method, path, { key })).status).toBe(401);
    }
    for (const path of ['', '/', '/register', '/login', '/dashboard', '/docs', '/openapi.json', '/sample/']) {
      const { status, headers } = await call(server, 'GET', `/sample${path}`);
      expect([path, status, headers.get('location')]).toEqual(
        ['', '/'].includes(path) ? [path, 303, '/'] : [path, 404, null],
      );
    }
  });

  test('accepts votes without JavaScript and has a hosted page', async () => {
    const browser = createFormBrowser(server, { accept: 'text/html' });
    const landing = await browser.open('/');
    const action = /<form method="post" action="([^"]+)"/.exec(landing.text)?.[1] ?? '';
    const choices = [...landing.text.matchAll(/name="choices" value="(\w+)"/g)].map(([, value]) => value ?? '');
    expect(choices).toHaveLength((await votesByOption(server)).length);
    for (const choice of choices) {
      const sent = await browser.submit(action, { choices: choice });
      expect(sent.status).toBe(303);
      const thanks = await browser.open(sent.location ?? '');
      expect([thanks.status, wordsOf(thanks)]).toEqual([200, expect.stringContaining('Thanks for voting.')]);
    }
    const page = await browser.open(`/sample/p/${sampleId}`);
    const files = [...page.text.matchAll(/(?:href|src)="(\/[^"]*(?:assets|widget)[^"]*)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file, (await browser.open(file)).status]).toEqual([file, 200]);
  });
});

test('with the option basePath, its URLs start with the base path', async () => {
  const own = await startService({ basePath: '/x/polls' });
  await checkSampleBelow({ ...own, url: own.url.slice(0, -'/x/polls'.length) }, '/x/polls');
  await own.close();
});

/** Creates a sample that is reset after a few POST requests. */
async function createSmallSample(maxPosts: number) {
  const sample = createSample(server.services, { maxPosts });
  const pipeline = sample.before({
    find: () => ({ isApi: false, match: undefined }),
    admit: () => 'queued',
    handle: () => Promise.reject(new Error('Not the sample.')),
  });
  const handle = createFetchHandler(pipeline, { basePath: '', linkBase: undefined, logger: silentLogger });
  const target: Requests = {
    url: 'http://localhost',
    fetch: (url, init) => handle(new Request(url, init), { address: newAddress() }),
  };
  return { target, sample };
}

test('is reset after the maximum number of votes, and its streams end', async () => {
  const { target, sample } = await createSmallSample(3);
  const total = async () => (await votesByOption(target)).reduce((sum, n) => sum + n, 0);

  expect((await voteInSample(target)).status).toBe(201);
  expect((await voteInSample(target)).status).toBe(201);
  const stream = await openStream(target, `${samplePath}/live`);
  expect(Object((await stream.next())?.data).votes_count).toBe(2);
  for (const path of ['/sample/nowhere', '/sample/api/v1/polls']) await call(target, 'POST', path);
  expect(await total()).toBe(2);
  expect((await voteInSample(target)).status).toBe(201);
  await stream.rest();
  expect(await total()).toBe(0);
  expect((await voteInSample(target)).status).toBe(201);
  expect(await total()).toBe(1);
  await sample.close();
});

test('accepts a vote that is in progress during a reset', async () => {
  const { target, sample } = await createSmallSample(2);
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      writer = controller;
    },
  });
  const write = (text: string) => writer?.enqueue(new TextEncoder().encode(text));
  write('ch');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = send(target, target.url + sampleVotesPath, { method: 'POST', headers, body, duplex: 'half' });
  // Later requests are answered while the server still reads this request.
  for (let nth = 0; nth < 4; nth++) expect((await voteInSample(target)).status).toBe(201);
  write('oices=o1');
  writer?.close();
  expect((await answer).status).toBe(201);
  await sample.close();
});

test('ends streams when the server drains and answers 404 after it is closed', async () => {
  const own = await startService();
  const stream = await openStream(own, `${samplePath}/live`);
  expect((await stream.next())?.type).toBe('message');
  own.askwell.drain();
  expect(await stream.rest()).toEqual([]);
  expect((await call(own, 'GET', `${samplePath}/live`)).status).toBe(503);
  await own.askwell.close();
  expect((await call(own, 'GET', samplePath)).status).toBe(404);
  await own.close();

  const drained = await startService();
  drained.askwell.drain();
  expect((await call(drained, 'GET', `${samplePath}/live`)).status).toBe(503);
  expect((await call(drained, 'GET', samplePath)).status).toBe(200);
  await drained.close();
});

test('has no streams if `liveReaders` is 0', async () => {
  const own = await startService({ limits: { liveReaders: 0 } });
  expect((await call(own, 'GET', `${samplePath}/live`)).status).toBe(503);
  await own.close();
});
