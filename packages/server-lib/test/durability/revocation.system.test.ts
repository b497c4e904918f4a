import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../support/http/http-client.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { type Prepared, type PreparedKey, prepareDatabase } from './fixture.js';

let prepared: Prepared;
let first: ServedCli;
let second: ServedCli;

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 5, keys: 100 });
  [first, second] = await Promise.all([serveCli(prepared.database), serveCli(prepared.database)]);
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await prepared.end();
});

async function useDeleteUse({ id, raw }: PreparedKey, cookie: string): Promise<number[]> {
  const before = await call(second, 'GET', '/api/v1/me', { key: raw });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const deleted = await call(first, 'POST', `/dashboard/keys/${id}/delete`, { headers });
  const after = await call(second, 'GET', '/api/v1/me', { key: raw });
  return [before.status, deleted.status, after.status];
}

test('a key deleted in one process is refused by the next request to another, 500 of 500', {
  timeout: 120_000,
}, async () => {
  const statuses = await Promise.all(
    prepared.owners.map(async ({ keys, cookie }) => {
      const ofKeys: number[][] = [];
      for (const key of keys) ofKeys.push(await useDeleteUse(key, cookie));
      return ofKeys;
    }),
  );
  expect(statuses.flat()).toEqual(Array.from({ length: 500 }, () => [200, 303, 401]));
});
