import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({ webhooks: { send: false, allowHttp: true, allowedAddresses: ['127.0.0.0/8'] } });
});
afterAll(() => service.close());

test('webhooks are created, listed, read, rotated, updated and deleted', async () => {
  const { webhooks } = await service.createClient();
  const url = 'http://127.0.0.1/';
  const { id, secret } = await webhooks.create({ url, types: ['ask.created'] });
  expect(secret).toMatch(/^whsec_/);
  expect(await webhooks.list().toArray()).toMatchObject([{ id, url, enabled: true }]);
  expect((await webhooks.rotate(id)).secret).not.toBe(secret);
  const changed = await webhooks.update(id, { enabled: false });
  expect(changed).toMatchObject({ id, enabled: false });
  expect(await webhooks.get(id)).toEqual(changed);
  await webhooks.delete(id);
  expect(await rejectionOf(webhooks.get(id))).toMatchObject({ status: 404 });
});
