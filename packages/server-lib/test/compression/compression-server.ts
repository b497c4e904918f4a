import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { createAsk, type Plural } from '../support/asks/create-ask.js';
import { createFormBrowser, type FormBrowser, makeKey, register } from '../support/browser/form-browser.js';
import { fetchBytes } from '../support/http/fetch-bytes.js';
import { createClient } from '../support/http/http-client.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';

const long = 'How do you like it? '.repeat(100);
export const labels = Array.from({ length: 40 }, (_, at) => `This is option number ${at}`);
export const visible = { results_visibility: 'always' };
export const quizDraft = {
  title: 'Quiz',
  description: long,
  questions: labels.map((prompt) => ({ type: 'boolean', prompt, answer: true })),
};
export const asks: readonly [plural: Plural, answers: string, draft: object, answer: object][] = [
  ['polls', 'votes', { title: 'Poll', description: long, options: labels, ...visible }, { choices: ['o1'] }],
  ['quizzes', 'attempts', quizDraft, { answers: Object.fromEntries(labels.map((_label, at) => [`q${at + 1}`, true])) }],
  [
    'forms',
    'submissions',
    {
      title: 'Form',
      description: long,
      fields: labels.map((label) => ({ type: 'long_text', label })),
      after: { message: long },
      ...visible,
    },
    { answers: { f1: long } },
  ],
];

interface Reply {
  readonly status: number;
  readonly headers: Partial<Record<'content-encoding' | 'content-length' | 'content-type' | 'etag' | 'vary', string>>;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface RequestParts {
  readonly query?: string;
  /** Sent as JSON under `/api/v1`, as a form elsewhere. */
  readonly body?: object;
  /** Names of the IDs in the path, in their order. */
  readonly at?: readonly string[];
}

/** A server with a site and asks whose replies are longer than 1 KB. */
interface CompressionServer {
  readonly server: TestServer;
  readonly owner: FormBrowser;
  readonly key: string;
  /** The IDs of resources, by the names that paths use. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Starts a server for all tests of a file. */
export function useCompressionServer() {
  let started: CompressionServer | undefined;
  const current = (): CompressionServer => {
    if (!started) throw new Error('The server starts before the first test.');
    return started;
  };
  beforeAll(async () => {
    const server = await startService({
      webhooks: { send: false, lookup: async () => ['8.8.8.8'] },
    });
    const owner = createFormBrowser(server);
    await register(owner);
    const key = await makeKey(owner, { name: 'Test' });
    for (let at = 0; at < 9; at++) await makeKey(owner, { name: 'k'.repeat(100) });
    started = { server, owner, key, ids: await createResources(server, key) };
  });
  afterAll(() => started?.server.close());

  /** Sends a request to an endpoint such as `GET /p/{id}`, with the key or the session that it requires. */
  function send(endpoint: string, { query = '', body, at = [] }: RequestParts = {}, more: Record<string, string> = {}) {
    const [method = '', pattern = ''] = endpoint.split(' ');
    const names = [...at];
    const path = pattern.replace(/\{\w+\}/g, () => current().ids.get(names.shift() ?? '') ?? 'unknown') + query;
    const isApi = pattern.startsWith('/api/');
    const type = isApi ? 'application/json' : 'application/x-www-form-urlencoded';
    const cookie = [...current().owner.cookies].map((pair) => pair.join('=')).join('; ');
    const headers = {
      ...accepting,
      ...(isApi
        ? { 'x-api-key': current().key }
        : pattern.startsWith('/dashboard') || pattern === '/logout'
          ? { cookie }
          : {}),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...more,
    };
    const sent = body && (isApi ? JSON.stringify(body) : String(new URLSearchParams(Object.entries(body))));
    return exchange(current().server, path, { method, headers, ...(sent === undefined ? {} : { body: sent }) });
  }

  /** Returns the path of a file that a page refers to. */
  async function fileIn(page: string, shape: RegExp): Promise<string> {
    const found = shape.exec((await send(`GET ${page}`, { at: ['polls'] })).text)?.[0];
    if (!found) throw new Error(`${page} does not refer to such a file.`);
    return found;
  }

  return {
    get server() {
      return current().server;
    },
    get key() {
      return current().key;
    },
    get ids() {
      return current().ids;
    },
    send,
    fileIn,
  };
}

/** Creates a site and asks of each kind with answers. Returns their IDs by name. */
async function createResources(server: TestServer, key: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const client = createClient(server);
  const origins = Array.from({ length: 50 }, (_, at) => `https://a-rather-long-name-${at}.example`);
  ids.set('site', (await client('POST', '/sites', { key, body: { name: 'Site', origins } })).id('data.id'));
  for (const [plural, answers, draft, answer] of asks) {
    const id = await createAsk(server, key, plural, draft);
    for (let at = 0; at < 10; at++) {
      const given = await client('POST', `/${plural}/${id}/${answers}`, { body: answer });
      ids.set(plural, id).set(answers, given.id('data.id'));
    }
    const ticketed = { ...draft, one_per: 'ticket' };
    ids.set(`ticket ${plural}`, await createAsk(server, key, plural, ticketed));
  }
  const webhook = { url: 'https://shop.example.com/events', description: 'd'.repeat(500), enabled: true };
  for (let at = 0; at < 3; at++) {
    ids.set('webhook', (await client('POST', '/webhooks', { key, body: webhook })).id('data.id'));
  }
  const webhookPath = `/webhooks/${ids.get('webhook')}`;
  for (let at = 0; at < 5; at++) await client('POST', `${webhookPath}/test`, { key, body: {} });
  ids.set('guide', 'embed');
  const timed = { ...quizDraft, time_limit_seconds: 60 };
  ids.set('timed', await createAsk(server, key, 'quizzes', timed));
  return ids;
}

const accepting = { 'accept-encoding': 'gzip, deflate, br' };

const unpackers = { gzip: gunzipSync, br: brotliDecompressSync };

/** Sends a request, and decompresses the reply by its `Content-Encoding`. */
async function exchange(server: TestServer, path: string, init: RequestInit): Promise<Reply> {
  const { status, headers, bytes } = await fetchBytes(server, path, init);
  const encoding = headers.get('content-encoding');
  const unpack = encoding === 'gzip' || encoding === 'br' ? unpackers[encoding] : (given: Buffer) => given;
  const text = init.method === 'HEAD' ? '' : unpack(bytes).toString();
  return { status, headers: Object.fromEntries(headers), bytes, text };
}
