import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, newAddress } from '../../test/support/client.js';
import { openStream } from '../../test/support/event-stream.js';
import { createFormBrowser, wordsOf } from '../../test/support/forms.js';
import { createOwner } from '../../test/support/owner.js';
import { open, readAll, written } from '../../test/support/raw.js';
import { codeIn, textIdIn } from '../../test/support/replies.js';
import { startServer, type TestServer } from '../../test/support/server.js';
import { createNodeHandler } from '../adapters/node.js';
import { silentLogger } from '../logger.js';
import { createSample } from './sample-instance.js';
import { sampleId } from './sample-poll.js';

const view = `/sample/embed/polls/${sampleId}`;
const votes = `/sample/api/v1/polls/${sampleId}/votes`;

const heard: unknown[] = [];
let server: TestServer;
let host: Server | undefined;
beforeAll(async () => {
  const listen = (event: unknown): void => void heard.push(event);
  server = await startServer({ trustProxy: ['127.0.0.1'], on: { answer: listen, change: listen } });
});
afterEach(() => {
  host?.closeAllConnections();
  host?.close();
  host = undefined;
});
afterAll(() => server.close());

type At = Pick<TestServer, 'url'>;

function vote(at: At, choice = 'o1', more: object = {}, path = votes) {
  const headers = { 'x-forwarded-for': newAddress() };
  return call(at, 'POST', path, { body: { choices: [choice], ...more }, headers });
}

async function standing(at: At): Promise<number[]> {
  const { body } = await call(at, 'GET', view);
  return Object(body).data.results.options.map((option: { votes: number }) => option.votes);
}

async function listen(listening: Server): Promise<At> {
  host = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}` };
}

describe('the sample poll', () => {
  test('counts votes, and shows them to who follows, without a trace in the database or to the host', async () => {
    const before = await standing(server);
    const stream = await openStream(server, `${view}/live`);
    expect(Object((await stream.next())?.data).options[1].votes).toBe(before[1]);
    const first = await vote(server, 'o2');
    expect([first.status, textIdIn(first)]).toEqual([201, expect.stringMatching(/^vote_/)]);
    expect(Object((await stream.next())?.data).options[1].votes).toBe((before[1] ?? 0) + 1);
    stream.close();

    expect(heard).toEqual([]);
    const file = new Database(server.database, { readonly: true });
    for (const table of ['accounts', 'asks', 'answers', 'idempotency']) {
      expect(file.prepare(`select count(*) as n from askwell_${table}`).get()).toEqual({ n: 0 });
    }
    file.close();
    expect((await call(server, 'GET', `/embed/polls/${sampleId}`)).status).toBe(404);
  });

  test('takes one vote of a browser, which may be changed', async () => {
    const voter = 'visitor-of-the-sample';
    expect((await vote(server, 'o1', { voter })).status).toBe(201);
    const before = await standing(server);
    expect((await vote(server, 'o4', { voter })).status).toBe(200);
    const [first = 0, second = 0, third = 0, fourth = 0] = before;
    expect(await standing(server)).toEqual([first - 1, second, third, fourth + 1]);
  });

  test('shares the limit of the public operations', async () => {
    const headers = { 'x-forwarded-for': newAddress() };
    const post = (path: string) => call(server, 'POST', path, { body: { choices: ['o1'] }, headers });
    for (let nth = 0; nth < 15; nth++) {
      expect((await post(votes)).status).toBe(201);
      expect((await post(`/api/v1/polls/${sampleId}/votes`)).status).toBe(404);
    }
    const refused = await Promise.all([post(votes), post(`/api/v1/polls/${sampleId}/votes`)]);
    expect(refused.map(codeIn)).toEqual(['rate_limited', 'rate_limited']);
  });

  test('reads no more than a vote can need, and takes nothing that is not an option', async () => {
    expect(codeIn(await vote(server, 'o1', { voter: 'v'.repeat(1024) }))).toBe('too_large');
    expect(codeIn(await vote(server, 'o1', { other: 'Something rude' }))).toBe('invalid');
    expect(codeIn(await vote(server, 'o9'))).toBe('invalid');
  });

  test('is all there is: no key opens it, and nobody registers or logs in there', async () => {
    const key = await (await createOwner(server.services)).key();
    for (const [method, path] of [
      ['GET', '/sample/api/v1/polls'],
      ['POST', '/sample/api/v1/polls'],
      ['DELETE', `/sample/api/v1/polls/${sampleId}`],
      ['GET', votes],
    ] as const) {
      expect((await call(server, method, path, { key })).status).toBe(401);
    }
    for (const path of ['', '/', '/register', '/login', '/dashboard', '/docs', '/openapi.json', '/sample/']) {
      const { status, headers } = await call(server, 'GET', `/sample${path}`);
      expect([path, status, headers.get('location')]).toEqual(path === '/' ? [path, 303, '/'] : [path, 404, null]);
    }
  });

  test('has a page of its own, where a vote goes through without scripts', async () => {
    const browser = createFormBrowser(server.url, { 'x-forwarded-for': newAddress(), accept: 'text/html' });
    const landing = await browser.open('/');
    const action = /<form method="post" action="([^"]+)"/.exec(landing.text)?.[1] ?? '';
    const choices = [...landing.text.matchAll(/name="choices" value="(\w+)"/g)].map(([, value]) => value ?? '');
    expect(choices).toHaveLength((await standing(server)).length);
    for (const choice of choices) {
      const sent = await browser.submit(action, { choices: choice });
      expect(sent.status).toBe(303);
      const thanks = await browser.open(sent.location ?? '');
      expect([thanks.status, wordsOf(thanks)]).toEqual([200, expect.stringContaining('Thank you, that is counted.')]);
    }
    const page = await browser.open(`/sample/p/${sampleId}`);
    const files = [...page.text.matchAll(/(?:href|src)="(\/[^"]*(?:assets|widget)[^"]*)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file, (await browser.open(file)).status]).toEqual([file, 200]);
  });
});

describe('below a path', () => {
  async function walk(at: At, base: string): Promise<void> {
    const browser = createFormBrowser(at.url, { accept: 'text/html' });
    expect((await browser.open(`${base}/`)).text).toContain(`<askwell-poll server="${base}/sample"`);
    expect((await vote(at, 'o3', {}, base + votes)).status).toBe(201);
    expect((await call(at, 'GET', base + view)).status).toBe(200);
    const sent = await browser.submit(base + votes, { choices: 'o1' });
    expect(sent.location).toMatch(new RegExp(`^${base}/sample/p/${sampleId}\\?answer=`));
    expect((await browser.open(`${base}/sample/`)).location).toBe(`${base}/`);
    expect((await browser.open(sent.location ?? '')).headers.get('set-cookie')).toContain(`; Path=${base}/sample/p; `);
  }

  test('that the options tell, it stands below that', async () => {
    const own = await startServer({ basePath: '/x/polls' });
    await walk({ url: own.url.slice(0, -'/x/polls'.length) }, '/x/polls');
    await own.close();
  });

  test('that Express strips, too, and what is not its own is left to the host', async () => {
    const app = express();
    app.use('/x/polls', server.askwell.node);
    app.get('/x/polls/sample/of-the-host', (_request, response) => response.send('Mine'));
    const at = await listen(createServer(app));
    await walk(at, '/x/polls');
    expect((await call(at, 'GET', '/x/polls/sample/of-the-host')).text).toBe('Mine');
  });
});

/** A sample alone, that begins anew after a few posts. */
async function small(maxPosts: number) {
  const sample = createSample(server.services, { maxPosts });
  const pipeline = sample.before({
    owns: () => false,
    admit: () => 'queued',
    handle: () => Promise.reject(new Error('Not the sample.')),
  });
  const at = await listen(
    createServer(createNodeHandler(pipeline, { basePath: '', linkBase: undefined, logger: silentLogger })),
  );
  return { at, sample };
}

test('after so many votes it begins anew, and so does who follows', async () => {
  const { at, sample } = await small(3);
  const total = async () => (await standing(at)).reduce((sum, n) => sum + n, 0);

  expect((await vote(at)).status).toBe(201);
  expect((await vote(at)).status).toBe(201);
  const stream = await openStream(at, `${view}/live`);
  expect(Object((await stream.next())?.data).votes_count).toBe(2);
  for (const path of ['/sample/nowhere', '/sample/api/v1/polls']) await call(at, 'POST', path);
  expect(await total()).toBe(2);
  expect((await vote(at)).status).toBe(201);
  await stream.rest();
  expect(await total()).toBe(0);
  expect((await vote(at)).status).toBe(201);
  expect(await total()).toBe(1);
  await sample.close();
});

test('whoever is still voting when it begins anew is not turned away', async () => {
  const { at, sample } = await small(2);
  const body = 'choices=o1';
  const headers = `Host: x\r\nX-Forwarded-For: ${newAddress()}\r\nContent-Type: application/x-www-form-urlencoded`;
  const slow = open(at);
  const answer = readAll(slow);
  await written(
    slow,
    `POST ${votes} HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\nch`,
  );
  // Whatever is asked after it is answered while it is still being read.
  for (let nth = 0; nth < 4; nth++) expect((await vote(at)).status).toBe(201);
  await written(slow, body.slice(2));
  expect(await answer).toMatch(/^HTTP\/1.1 201 /);
  await sample.close();
});

test('streams end when the server drains, none are opened after, and nothing is left once it is closed', async () => {
  const own = await startServer();
  const stream = await openStream(own, `${view}/live`);
  expect((await stream.next())?.type).toBe('message');
  own.askwell.drain();
  expect(await stream.rest()).toEqual([]);
  expect((await call(own, 'GET', `${view}/live`)).status).toBe(503);
  await own.askwell.close();
  expect((await call(own, 'GET', view)).status).toBe(404);
  await own.close();

  const drained = await startServer();
  drained.askwell.drain();
  expect((await call(drained, 'GET', `${view}/live`)).status).toBe(503);
  expect((await call(drained, 'GET', view)).status).toBe(200);
  await drained.close();
});

test('where nobody may read live results, nobody may here', async () => {
  const own = await startServer({ limits: { liveReaders: 0 } });
  expect((await call(own, 'GET', `${view}/live`)).status).toBe(503);
  await own.close();
});
