import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

const authenticate = (raw: string, on: TestServer) => on.askwell.auth.authenticate({ 'x-api-key': raw });

test('does not return changes that the host has rolled back', async () => {
  const handle = new Database(':memory:');
  const shared = await startService({ database: handle });
  const owner = await createOwner(shared.services);
  const raw = await owner.key();
  const rename = handle.prepare('update askwell_accounts set name = ?');
  handle.exec('begin');
  rename.run('Never');
  expect((await authenticate(raw, shared))?.account.name).toBe('Never');
  handle.exec('rollback');
  rename.run('Since');
  expect((await authenticate(raw, shared))?.account.name).toBe('Since');
  await shared.close();
  handle.close();
});

test('a transaction that the host rolls back while keys are read does not affect later calls', async () => {
  const handle = new Database(':memory:');
  const shared = await startService({ database: handle });
  const owner = await createOwner(shared.services);
  const raw = await owner.key();
  const readMe = () =>
    shared.askwell.fetch(new Request('http://localhost/api/v1/me', { headers: { 'x-api-key': raw } }));
  for (let steps = 0; steps < 12; steps++) {
    handle.prepare('update askwell_keys set name = ?').run('Settled');
    const pending = readMe();
    for (let step = 0; step < steps; step++) await null;
    handle.exec('begin');
    handle.prepare('update askwell_keys set name = ?').run('Phantom');
    await pending;
    handle.exec('rollback');
    expect(await (await readMe()).text()).toContain('"name":"Settled"');
  }
  await shared.close();
  handle.close();
});
