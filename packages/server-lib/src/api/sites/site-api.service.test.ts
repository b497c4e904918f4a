import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

test('sites take `ifMatch` too, and are listed in both orders', async () => {
  const { sites } = server.askwell;
  const { account } = (await createOwner(server.services)).session;
  const first = await sites.create(account, { name: 'First' });
  const second = await sites.create(account, { name: 'Second' });
  expect((await collect(sites.list(account, { order: 'asc' }))).map(({ id }) => id)).toEqual([first.id, second.id]);
  await sites.update(account, first.id, { name: 'Changed' }, { ifMatch: 1 });
  const stale = { code: 'precondition_failed' };
  await expect(sites.update(account, first.id, { name: 'Late' }, { ifMatch: 1 })).rejects.toMatchObject(stale);
  await expect(sites.delete(account, first.id, { ifMatch: 1 })).rejects.toMatchObject(stale);
  await sites.delete(account, first.id, { ifMatch: 2 });
});
