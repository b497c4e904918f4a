import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { createAskStates } from './ask-states.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

test('all states that are requested in one turn are read with one statement', async () => {
  const { store, polls } = server.services;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const asks = await Promise.all(Array.from({ length: 20 }, () => polls.asks.create(owner.session.scope, draft)));
  let reads = 0;
  const read = createAskStates({
    pending: store.pending,
    ready: () => store.ready(),
    run: (write, input) => store.run(write, input),
    report: (report, input) => store.report(report, input),
    close: () => store.close(),
    read(operation) {
      reads++;
      return store.read(operation);
    },
  });
  const seqs = [...asks.map(({ ask }) => ask.seq), 1_000_000];
  const states = await Promise.all(seqs.map(read));
  expect(states.slice(0, -1)).toMatchObject(asks.map(({ ask }) => ({ seq: ask.seq, version: 1, answers: 0 })));
  expect(states.at(-1)).toBeUndefined();
  expect(reads).toBe(1);
  await read(seqs[0] ?? 0);
  expect(reads).toBe(2);
});
