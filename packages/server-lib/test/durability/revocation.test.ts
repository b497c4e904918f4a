import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedCli, serveCli } from '../support/cli.js';
import { call } from '../support/client.js';
import { type Prepared, type PreparedKey, prepareDatabase } from './fixture.js';

let prepared: Prepared;
let here: ServedCli;
let there: ServedCli;

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 5, keys: 100 });
  [here, there] = await Promise.all([serveCli(prepared.database), serveCli(prepared.database)]);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  await prepared.end();
});

async function useDeleteUse({ id, raw }: PreparedKey, cookie: string): Promise<number[]> {
  const before = await call(there, 'GET', '/api/v1/me', { key: raw });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const deleted = await call(here, 'POST', `/dashboard/keys/${id}/delete`, { headers });
  const after = await call(there, 'GET', '/api/v1/me', { key: raw });
  return [before.status, deleted.status, after.status];
}

test('a key that one process deletes is refused by the very next request to another, 500 of 500', {
  timeout: 120_000,
}, async () => {
  const told = await Promise.all(
    prepared.owners.map(async ({ keys, cookie }) => {
      const statuses: number[][] = [];
      for (const key of keys) statuses.push(await useDeleteUse(key, cookie));
      return statuses;
    }),
  );
  expect(told.flat()).toEqual(Array.from({ length: 500 }, () => [200, 303, 401]));
});
