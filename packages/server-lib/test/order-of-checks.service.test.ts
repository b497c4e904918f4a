import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, call } from './support/http/http-client.js';
import { codeIn, idIn } from './support/http/parse-replies.js';
import { createOwner, type Owner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let accountKey: string;
let siteKey: string;
let site: number;
let foreign: number;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  accountKey = await owner.key();
  site = idIn(await call(server, 'POST', '/api/v1/sites', { key: accountKey, body: { name: 'Mine' } }));
  foreign = idIn(await call(server, 'POST', '/api/v1/sites', { key: accountKey, body: { name: 'Other' } }));
  siteKey = await owner.key(site);
});
afterAll(() => server.close());

const plain = { 'content-type': 'text/plain' };
const big = 'x'.repeat(256 * 1024 + 1);

interface Step {
  readonly fault: string;
  readonly method: string;
  readonly path: () => string;
  readonly options: () => CallOptions;
  readonly status: number;
  readonly code: string | undefined;
}

const at =
  (id: () => number, query = '') =>
  () =>
    `/api/v1/sites/${id()}${query}`;
const mine = () => site;
const theirs = () => foreign;

/** Each request has the named fault and all faults of the later entries. */
const changing: Step[] = [
  {
    fault: 'no key',
    method: 'PUT',
    path: at(theirs, '?x=%zz'),
    options: () => ({ headers: plain, body: big }),
    status: 401,
    code: undefined,
  },
  {
    fault: 'unknown to the key',
    method: 'PUT',
    path: at(theirs, '?x=%zz'),
    options: () => ({ key: siteKey, headers: plain, body: big }),
    status: 404,
    code: 'not_found',
  },
  {
    fault: 'a method of no use',
    method: 'PUT',
    path: at(mine, '?x=%zz'),
    options: () => ({ key: siteKey, headers: plain, body: big }),
    status: 405,
    code: 'method_not_allowed',
  },
  {
    fault: 'too large',
    method: 'PATCH',
    path: at(mine, '?x=%zz'),
    options: () => ({ key: siteKey, headers: plain, body: big }),
    status: 413,
    code: 'too_large',
  },
  {
    fault: 'of another type',
    method: 'PATCH',
    path: at(mine, '?x=%zz'),
    options: () => ({ key: siteKey, headers: plain, body: '{' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    fault: 'malformed',
    method: 'PATCH',
    path: at(mine, '?x=1'),
    options: () => ({ key: siteKey, body: '{' }),
    status: 400,
    code: 'malformed',
  },
  {
    fault: 'a malformed query',
    method: 'PATCH',
    path: at(mine, '?x=%zz'),
    options: () => ({ key: siteKey, body: { x: 1 } }),
    status: 400,
    code: 'malformed',
  },
  {
    fault: 'forbidden',
    method: 'PATCH',
    path: at(mine, '?x=1'),
    options: () => ({ key: siteKey, body: { x: 1 } }),
    status: 403,
    code: 'forbidden',
  },
  {
    fault: 'an unknown parameter',
    method: 'PATCH',
    path: at(mine, '?x=1'),
    options: () => ({ key: accountKey, body: { x: 1 } }),
    status: 422,
    code: 'invalid',
  },
  {
    fault: 'invalid',
    method: 'PATCH',
    path: at(mine),
    options: () => ({ key: accountKey, body: { x: 1 } }),
    status: 422,
    code: 'invalid',
  },
];

const deleting: Step[] = [
  {
    fault: 'forbidden',
    method: 'DELETE',
    path: at(mine, '?x=1'),
    options: () => ({ key: siteKey }),
    status: 403,
    code: 'forbidden',
  },
  {
    fault: 'an unknown parameter',
    method: 'DELETE',
    path: at(mine, '?x=1'),
    options: () => ({ key: accountKey }),
    status: 422,
    code: 'invalid',
  },
  {
    fault: 'in conflict',
    method: 'DELETE',
    path: at(mine),
    options: () => ({ key: accountKey }),
    status: 409,
    code: 'conflict',
  },
];

test.each([...changing, ...deleting])('$method, $fault: $status before all later faults', async (step) => {
  const answer = await call(server, step.method, step.path(), step.options());
  expect(answer.status).toBe(step.status);
  if (step.code) expect(codeIn(answer)).toBe(step.code);
});

test('a request without faults succeeds', async () => {
  expect(
    (await call(server, 'PATCH', `/api/v1/sites/${site}`, { key: accountKey, body: { name: 'Mine' } })).status,
  ).toBe(200);
});

test('a replay comes after 400 and 403, and before anything is checked', async () => {
  const headers = { 'idempotency-key': 'order' };
  const create = (options: CallOptions, query = '') =>
    call(server, 'POST', `/api/v1/sites${query}`, { headers, ...options });
  const made = await create({ key: accountKey, body: { name: 'Once' } });
  expect(made.status).toBe(201);

  expect(codeIn(await create({ key: accountKey, body: '{' }))).toBe('malformed');
  expect(codeIn(await create({ key: siteKey, body: { name: 'Once' } }))).toBe('forbidden');
  expect(codeIn(await create({ key: accountKey, body: { nonsense: 1 } }))).toBe('idempotency_mismatch');
  const again = await create({ key: accountKey, body: { name: 'Once' } }, '?unknown=1');
  expect([again.status, again.body]).toEqual([201, made.body]);
});
