import fc from 'fast-check';
import { createAsk } from '../asks/create-ask.js';
import { createOwner } from '../servers/create-owner.js';
import type { StartInstance, TestServer } from '../servers/test-server.js';
import { call } from './http-client.js';
import { idIn } from './parse-replies.js';

/** Random bytes, nearly valid JSON, and JSON that is nearly a valid body. */
const almost = fc.oneof(
  fc.jsonValue(),
  fc.record({
    name: fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()),
    origins: fc.oneof(fc.webUrl(), fc.jsonValue()),
  }),
  fc.record({
    name: fc.string({ unit: 'binary', maxLength: 120 }),
    origins: fc.array(fc.oneof(fc.webUrl(), fc.string())),
  }),
);
/** Bodies of requests. */
export const randomBodies = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  almost.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
  fc.tuple(almost, fc.nat(), fc.nat({ max: 255 })).map(([value, at, byte]) => {
    const bytes = Buffer.from(JSON.stringify(value) ?? '');
    if (bytes.length > 0) bytes[at % bytes.length] = byte;
    return bytes;
  }),
);

/** Values of `Content-Type`. */
export const randomTypes = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/x-www-form-urlencoded',
  'text/plain',
  ';;;',
  'application/json;charset',
);

const text = fc.stringMatching(/^[!-~]([ -~]{0,60}[!-~])?$/);
const names = fc.constantFrom(
  'X-API-Key',
  'X-Forwarded-For',
  'X-Request-Id',
  'Idempotency-Key',
  'Content-Type',
  'Content-Encoding',
  'Cookie',
  'Accept',
  'Origin',
  'Sec-Fetch-Site',
  'If-Match',
  'If-None-Match',
  'Range',
  'Expect',
  'Forwarded',
  'Authorization',
  'X-HTTP-Method-Override',
);
/** Names and values of headers. */
export const randomHeaders = fc.array(fc.tuple(names, text), { maxLength: 8 });
/** Paths without the first slash, random and known. */
export const randomPaths = fc.oneof(
  fc.stringMatching(/^[!$-~]{0,60}$/),
  fc.constantFrom(
    '',
    'api/v1/me',
    'api/v1/sites',
    'api/v1/polls/p/votes',
    'healthz',
    'login',
    'dashboard',
    'dashboard/keys',
    'widget.js',
    'embed/languages/de.json',
    'embed/faults/de.json',
    'embed/polls/{poll}',
    'embed/polls/{poll}/live',
  ),
);
/** Query strings, or null for none. */
export const randomQueries = fc.option(fc.stringMatching(/^[!$-~]{0,40}$/));

/** The target of random requests, with the data that the server needs to answer them. */
export interface FuzzedServer {
  readonly server: TestServer;
  readonly key: string;
  /** Warnings and errors that were logged. */
  readonly failures: readonly unknown[];
  /** Returns one of the paths for random bodies. */
  pathOf(at: number): string;
  /** Returns a random path with its first slash, and with the ID of a poll. */
  pathTo(target: string): string;
}

/** Starts a server for random requests, with a site and a poll. */
export async function startFuzzed(start: StartInstance): Promise<FuzzedServer> {
  const failures: unknown[] = [];
  const note = (...said: unknown[]): void => void failures.push(said);
  const server = await start({ logger: { info() {}, warn: note, error: note } });
  const key = await (await createOwner(server.services)).key();
  const site = idIn(await call(server, 'POST', '/api/v1/sites', { key, body: { name: 'A' } }));
  const poll = await createAsk(server, key, 'polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const paths = ['/api/v1/sites', `/api/v1/sites/${site}`, '/api/v1/me', '/api/v1/polls/p/votes', '/api/v1/x'];
  return {
    server,
    key,
    failures,
    pathOf: (at) => paths[at % paths.length] ?? '/',
    pathTo: (target) => `/${target.replace('{poll}', poll)}`,
  };
}
