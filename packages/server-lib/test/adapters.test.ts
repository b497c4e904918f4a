import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { Session } from '../src/access/session.js';
import { assembleServices } from '../src/assemble-services.js';
import { type Askwell, exposeServices } from '../src/create-askwell.js';
import { base } from './frameworks/define.js';
import { frameworkHosts } from './frameworks/hosts.js';
import { askRequests, createAskMemory, withoutIds } from './support/asks/lifecycle-requests.js';
import { type Reply, readReply, toRequestInit } from './support/http/http-client.js';
import { codeIn } from './support/http/parse-replies.js';

/** A request of the suite, which is sent to every host. */
interface SuiteRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Streams this number of spaces instead of a body with a known length. */
  readonly streamed?: number;
  readonly headers?: Record<string, string>;
  /** Whether body parsers of hosts refuse or repair the request, so that Askwell never gets it. */
  readonly parserAnswers?: true;
}

const sites = '/api/v1/sites';
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const nested = (levels: number) => `${'{"name":'.repeat(levels)}1${'}'.repeat(levels)}`;

function spaces(size: number): ReadableStream<Uint8Array> {
  let left = size;
  return new ReadableStream({
    pull(controller) {
      const bytes = Math.min(left, 16 * 1024);
      if (bytes === 0) controller.close();
      else controller.enqueue(new Uint8Array(bytes).fill(0x20));
      left -= bytes;
    },
  });
}

const suite: readonly SuiteRequest[] = [
  { name: 'the caller', method: 'GET', path: '/api/v1/me' },
  { name: 'the headers of the caller', method: 'HEAD', path: '/api/v1/me' },
  { name: 'without a key', method: 'GET', path: '/api/v1/me', headers: { 'x-api-key': '' } },
  { name: 'a creation', method: 'POST', path: sites, body: { name: 'Ünï 😀', origins: ['https://example.com'] } },
  {
    name: 'a creation from a stream',
    method: 'POST',
    path: sites,
    streamed: 70_000,
    headers: json,
    parserAnswers: true,
  },
  { name: 'a replay', method: 'POST', path: sites, body: { name: 'Once' }, headers: { 'idempotency-key': 'a' } },
  { name: 'the replay', method: 'POST', path: sites, body: { name: 'Once' }, headers: { 'idempotency-key': 'a' } },
  { name: 'another body', method: 'POST', path: sites, body: { name: 'Else' }, headers: { 'idempotency-key': 'a' } },
  { name: 'a change', method: 'PATCH', path: `${sites}/1`, body: { name: 'Changed', origins: null } },
  { name: 'a list', method: 'GET', path: `${sites}?limit=1` },
  { name: 'JSON lines', method: 'GET', path: `${sites}?format=jsonl&order=asc` },
  { name: 'the headers of JSON lines', method: 'HEAD', path: `${sites}?format=jsonl` },
  { name: 'a deletion', method: 'DELETE', path: `${sites}/1` },
  { name: 'a deleted resource', method: 'GET', path: `${sites}/1` },
  { name: 'a wrong method', method: 'PUT', path: sites, body: {} },
  { name: 'a trailing slash', method: 'GET', path: `${sites}/` },
  { name: 'a wrong query', method: 'GET', path: `${sites}?limit=0&x=%C3%A4` },
  { name: 'a broken query', method: 'GET', path: `${sites}?limit=%` },
  { name: 'no body', method: 'POST', path: sites },
  { name: 'an invalid body', method: 'POST', path: sites, body: { name: '', origins: [1], x: null } },
  { name: 'an array as body', method: 'POST', path: sites, body: [] },
  { name: 'invalid JSON', method: 'POST', path: sites, body: '{', parserAnswers: true },
  {
    name: 'invalid UTF-8',
    method: 'POST',
    path: sites,
    body: Uint8Array.from([0x22, 0xff, 0x22]),
    parserAnswers: true,
  },
  { name: 'JSON of 33 levels', method: 'POST', path: sites, body: nested(33) },
  { name: 'a member named __proto__', method: 'POST', path: sites, body: '{"name":"a","__proto__":{"x":1}}' },
  { name: 'another type', method: 'POST', path: sites, body: 'name=a', headers: { 'content-type': 'text/plain' } },
  { name: 'a form', method: 'POST', path: sites, body: 'name=a', headers: form },
  {
    name: 'a compressed body',
    method: 'POST',
    path: sites,
    body: gzipSync('{"name":"a"}'),
    headers: { ...json, 'content-encoding': 'gzip' },
  },
  { name: 'a body that is too large', method: 'POST', path: sites, body: { name: 'x'.repeat(300_000) } },
  {
    name: 'a stream that is too large',
    method: 'POST',
    path: sites,
    streamed: 300_000,
    headers: json,
    parserAnswers: true,
  },
  { name: 'a vote', method: 'POST', path: '/api/v1/polls/p/votes', body: { choices: ['o1'] } },
  { name: 'a preflight', method: 'OPTIONS', path: '/api/v1/polls/p/votes', headers: { origin: 'https://example.com' } },
  { name: 'a probe', method: 'GET', path: '/healthz' },
  { name: 'a page', method: 'GET', path: '/login' },
  {
    name: 'a form of a page',
    method: 'POST',
    path: '/register',
    body: 'name=%26+%C3%A4&email=nobody&password=',
    headers: form,
  },
  {
    name: 'a form with a list',
    method: 'POST',
    path: '/register',
    body: 'name=a&name=b&email=&password=',
    headers: form,
  },
  {
    name: 'a form with brackets',
    method: 'POST',
    path: '/register',
    body: 'name%5Bx%5D=a&email=&password=',
    headers: form,
  },
  ...askRequests,
];

interface Host {
  readonly base: string;
  ask(method: string, path: string, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

type OpenHost = (askwell: Askwell) => Promise<Host>;

function overHttp(
  basePath: string,
  listener: (askwell: Askwell) => RequestListener | Promise<RequestListener>,
): OpenHost {
  return async (askwell) => {
    const server = createServer(await listener(askwell));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      base: basePath,
      ask: (_method, path, init) => fetch(`http://127.0.0.1:${port}${basePath}${path}`, init),
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  };
}

const overFetch: OpenHost = async (askwell) => ({
  base,
  ask: (_method, path, init) =>
    askwell.fetch(new Request(`https://example.com${base}${path}`, init), { address: '127.0.0.1' }),
  close: async () => {},
});

/** Returns an Express app with handlers before Askwell, and an own reply to requests that are not for Askwell. */
function expressWith(...before: express.RequestHandler[]): (askwell: Askwell) => RequestListener {
  return (askwell) => {
    const app = express();
    for (const handler of before) app.use(handler);
    app.use(base, askwell.node);
    app.use((_request, response) => void response.status(418).send('Not Askwell.'));
    return app;
  };
}

const everything = { type: () => true, limit: '1mb' };

/** Keeps the raw body and sets another parsed one, as some hosting platforms do. */
const keepRaw: express.RequestHandler = (request, _response, next) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    Object.assign(request, { rawBody: Buffer.concat(chunks), body: { name: 'not this' } });
    next();
  });
};

let opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.reverse()) await close();
  opened = [];
});

/** Opens a host with a new database, whose IDs and times are the same as in every other. */
async function openHost(open: OpenHost, basePath?: string) {
  const settings = {
    database: ':memory:',
    registration: 'open' as const,
    clock: () => Date.UTC(2026, 0, 31),
    ...(basePath ? { basePath } : {}),
  };
  const services = assembleServices(settings);
  const askwell = exposeServices(services);
  const host = await open(askwell);
  opened.push(() => askwell.close(), host.close);
  const user = { id: 'u1', name: 'Owner', email: 'owner@example.com' };
  const session = Session.verify({ ...user, id: (await services.accounts.ensure(user, false)).row.id }, null);
  const { raw: key } = await services.keys.create(session, { name: 'Key' });
  return {
    async send({ method, path, body, streamed, headers = {} }: SuiteRequest): Promise<Reply> {
      // Without this header, fetch requests compressed bodies over a socket.
      const always = { 'x-request-id': 'same', 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity' };
      const common = { key, headers: { ...always, ...headers } };
      const stream = body instanceof ReadableStream ? body : streamed === undefined ? undefined : spaces(streamed);
      const init: RequestInit = stream
        ? { ...toRequestInit(method, common), body: stream, duplex: 'half' }
        : toRequestInit(method, { ...common, body });
      return readReply(await host.ask(method, path, init));
    },
    /** Reduces a reply to what does not depend on the host. */
    reduce({ status, headers, text }: Reply) {
      const local = withoutIds(text)
        .replaceAll(`${host.base}/`, '/')
        .replaceAll(`\u2022${key.slice(-4)}`, '')
        .replaceAll(key.slice(0, 8), '');
      const names = [...headers.keys()].filter(
        (name) => !/^(date|connection|keep-alive|transfer-encoding|content-length|x-powered-by)$/.test(name),
      );
      return {
        status,
        text: local,
        headers: Object.fromEntries(names.map((name) => [name, withoutIds(headers.get(name) ?? '')])),
      };
    },
  };
}

async function transcript(open: OpenHost, basePath: string | undefined, requests: readonly SuiteRequest[]) {
  const { send, reduce } = await openHost(open, basePath);
  const replies: { name: string; reply: ReturnType<typeof reduce> }[] = [];
  const memory = createAskMemory();
  for (const request of requests) {
    const reply = await send({ ...request, path: memory.fill(request.path) });
    memory.learn(reply.text);
    replies.push({ name: request.name, reply: reduce(reply) });
  }
  return replies;
}

const plain = overHttp('', (askwell) => askwell.node);

const hosts: { name: string; open: OpenHost; basePath?: string; parses?: boolean; refuses?: readonly string[] }[] = [
  { name: 'Node below a base path', open: overHttp(base, (askwell) => askwell.node), basePath: base },
  { name: 'a fetch host', open: overFetch, basePath: base },
  { name: 'Express', open: overHttp(base, expressWith()) },
  {
    name: 'Express with a JSON parser',
    open: overHttp(base, expressWith(express.json({ limit: '1mb' }))),
    parses: true,
  },
  {
    name: 'Express with parsers of JSON and forms',
    open: overHttp(
      base,
      expressWith(express.json({ limit: '1mb' }), express.urlencoded({ extended: true, limit: '1mb' })),
    ),
    parses: true,
  },
  { name: 'Express with simple forms', open: overHttp(base, expressWith(express.urlencoded({ extended: false }))) },
  { name: 'Express with raw bodies', open: overHttp(base, expressWith(express.raw(everything))), parses: true },
  { name: 'Express with text bodies', open: overHttp(base, expressWith(express.text(everything))), parses: true },
  { name: 'a host that keeps the raw body', open: overHttp(base, expressWith(keepRaw)) },
  ...frameworkHosts.map(({ name, listen, parses, refuses }) => ({
    name,
    open: overHttp(base, (askwell) => listen(askwell, base)),
    basePath: base,
    parses,
    refuses,
  })),
];

test('the requests of the suite have the expected statuses', async () => {
  const replies = await transcript(plain, undefined, suite);
  expect(replies.map(({ reply }) => reply.status)).toEqual([
    200,
    200,
    401,
    201,
    400,
    201,
    201,
    422,
    200,
    200,
    200,
    200,
    204,
    404,
    405,
    404,
    422,
    400,
    415,
    422,
    422,
    400,
    400,
    400,
    400,
    415,
    415,
    415,
    413,
    413,
    404,
    204,
    200,
    200,
    422,
    422,
    422,
    ...askRequests.map(({ status }) => status),
  ]);
});

describe.each(hosts)('$name', ({ open, basePath, parses, refuses = [] }) => {
  test('answers every request as plain Node does', async () => {
    const requests = suite.filter(({ name, parserAnswers }) => !(parses && parserAnswers) && !refuses.includes(name));
    expect(await transcript(open, basePath, requests)).toEqual(await transcript(plain, undefined, requests));
  });
});

describe('a host', () => {
  const post: SuiteRequest = { name: '', method: 'POST', path: sites, body: { name: 'a' } };

  test('answers requests that are not for Askwell, below and outside of its path', async () => {
    const app = overHttp('', expressWith());
    const { send } = await openHost(app);
    for (const path of [
      '/',
      '/elsewhere',
      '/x',
      '/x/pollsters',
      '/api/v1/me',
      `${base}/nothing`,
      `${base}/api/v2/me`,
    ]) {
      const answer = await send({ name: '', method: 'GET', path });
      expect([path, answer.status, answer.text]).toEqual([path, 418, 'Not Askwell.']);
    }
    for (const path of [`${base}/api/v1/nothing`, `${base}/api/v1`]) {
      expect(codeIn(await send({ name: '', method: 'GET', path }))).toBe('not_found');
    }
  });

  test('passes on the mount path, with and without a slash or a query', async () => {
    const { send } = await openHost(overHttp('', expressWith()));
    for (const path of [base, `${base}/`, `${base}?x=1`, `${base}/?x=1`]) {
      const answer = await send({ name: '', method: 'GET', path });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.text).toContain(`href="${base}/register"`);
    }
  });

  test('gets an immediate error if it has consumed the body', async () => {
    const swallow: express.RequestHandler = (request, _response, next) => {
      request.resume().on('end', () => next());
    };
    const { send } = await openHost(overHttp(base, expressWith(swallow)));
    const answer = await send(post);
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
    expect((await send({ name: '', method: 'GET', path: '/api/v1/me' })).status).toBe(200);
  });

  test('may listen to the body without consuming it', async () => {
    const listen: express.RequestHandler = (request, _response, next) => {
      request.once('data', () => next());
    };
    const { send } = await openHost(overHttp(base, expressWith(listen)));
    expect(codeIn(await send(post))).toBe('malformed');
  });

  test('may parse a body that is too deep to serialize again', async () => {
    const { send } = await openHost(overHttp(base, expressWith(express.json({ limit: '1mb' }))));
    const answer = await send({ ...post, body: '['.repeat(50_000) + ']'.repeat(50_000) });
    expect([answer.status, codeIn(answer)]).toEqual([400, 'malformed']);
  });

  test('gets an error for a fetch request whose body was read or is being read', async () => {
    const { send } = await openHost(async (askwell) => ({
      base: '',
      async ask(_method, path, init) {
        const request = new Request(`https://example.com${path}`, init);
        if (path === sites) await request.text();
        else request.body?.getReader();
        return askwell.fetch(request);
      },
      close: async () => {},
    }));
    expect(codeIn(await send(post))).toBe('malformed');
    expect(codeIn(await send({ ...post, path: `${sites}?` }))).toBe('malformed');
  });

  test('may pass on a fetch request whose client disconnects', async () => {
    const { send } = await openHost(async (askwell) => ({
      base: '',
      ask: (_method, path, init) => askwell.fetch(new Request(`https://example.com${path}`, init)),
      close: async () => {},
    }));
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    expect(codeIn(await send({ ...post, body: broken, headers: json }))).toBe('malformed');
  });
});
