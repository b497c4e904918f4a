import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inBatches } from '../../../test/support/in-batches.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { exportFile } from '../../../test/support/transfer.js';
import { one } from '../../db/sql/statement.js';

const answers = 3_000;
let server: TestServer;
let owner: Owner;

beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  const { polls } = server.askwell;
  const { id } = await polls.create(owner.session.account, { title: 'Lunch?', options: ['a', 'b'] });
  await inBatches(answers, (nth) => polls.vote(id, { choices: ['o1'] }, { id: `${nth}` }));
});
afterAll(() => server.close());

test('an export reads the answers at the speed of its reader, in small batches', async () => {
  const reads = vi.spyOn(server.services.store, 'read');
  const lines = server.services.transfer.export(owner.session.scope);
  let count = 0;
  for await (const batch of lines) {
    expect(batch.length).toBeLessThanOrEqual(200);
    count += batch.length;
    const before = reads.mock.calls.length;
    // Waits, so that unrequested reads would show.
    await server.services.store.ready();
    expect(reads.mock.calls.length).toBe(before);
    if (count > answers / 2) break;
  }
  expect(count).toBeLessThan(answers);
  reads.mockRestore();
});

test('an import reads its file at the speed of its writes', async () => {
  const { store, transfer } = server.services;
  const target = await createOwner(server.services);
  const file = await exportFile(server.services, owner.session.scope);
  let ahead = 0;
  async function* source(): AsyncGenerator<Uint8Array> {
    let sent = 0;
    for (const line of file.trimEnd().split('\n')) {
      yield Buffer.from(`${line}\n`);
      sent++;
      if (sent % 100 !== 0) continue;
      const stored = await store.read(one<{ n: number }>`
        select count(*) as n from askwell_answers r join askwell_asks a on a.seq = r.ask
        where a.account_id = ${target.session.account.id}`);
      ahead = Math.max(ahead, sent - (stored?.n ?? 0));
    }
  }
  await transfer.import(target.session.scope, source(), 'renew');
  expect(ahead).toBeGreaterThan(100);
  expect(ahead).toBeLessThan(700);
});
