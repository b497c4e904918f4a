import express from 'express';
import { describe, expect, test } from 'vitest';
import { base } from '../frameworks/define.js';
import { frameworkHosts } from '../frameworks/hosts.js';
import { askRequests, createAskMemory } from '../support/asks/lifecycle-requests.js';
import { expressWith, type OpenHost, openHost, overHttp } from './open-host.js';
import { type SuiteRequest, suite } from './suite-requests.js';

const overFetch: OpenHost = async (askwell) => ({
  base,
  ask: (_method, path, init) =>
    askwell.fetch(new Request(`https://example.com${base}${path}`, init), { address: '127.0.0.1' }),
  close: async () => {},
});

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
  const replies = await plainTranscript(suite);
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
    200,
    405,
    ...askRequests.map(({ status }) => status),
  ]);
});

const plainTranscripts = new Map<string, ReturnType<typeof transcript>>();

/** Returns the replies of plain Node. Many hosts receive the same requests. */
function plainTranscript(requests: readonly SuiteRequest[]): ReturnType<typeof transcript> {
  const key = JSON.stringify(requests.map(({ name }) => name));
  const found = plainTranscripts.get(key) ?? transcript(plain, undefined, requests);
  plainTranscripts.set(key, found);
  return found;
}

describe.each(hosts)('$name', ({ open, basePath, parses, refuses = [] }) => {
  test('answers every request as plain Node does', async () => {
    const requests = suite.filter(
      ({ name, parserAnswers, onlyAtRoot }) => !onlyAtRoot && !(parses && parserAnswers) && !refuses.includes(name),
    );
    expect(await transcript(open, basePath, requests)).toEqual(await plainTranscript(requests));
  });
});
