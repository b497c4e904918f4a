import { afterEach, beforeEach, expect } from 'vitest';
import { counterCheck } from '../../../src/core/results/counter-check.js';
import { tallyCheck } from '../../../src/core/results/tally-check.js';
import { purgeAll } from '../../../src/core/retention/retention.js';
import { one } from '../../../src/db/sql/statement.js';
import type { Services } from '../../../src/instance/assemble-services.js';
import type { AccountObject } from '../../../src/owners/access/account-object.js';
import { createOwner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';

export const day = 24 * 3600 * 1000;

/** Starts a server with an account for each test, with a clock that the test sets. */
export function usePurgeServer() {
  let server: TestServer;
  let account: AccountObject;
  const purging = {
    /** The time in milliseconds. */
    now: 0,
    get server() {
      return server;
    },
    get askwell() {
      return server.askwell;
    },
    get services() {
      return server.services;
    },
    get account() {
      return account;
    },
  };
  beforeEach(async () => {
    purging.now = Date.parse('2026-01-01T12:00:00Z');
    server = await startService({ clock: () => purging.now });
    account = (await createOwner(server.services)).session.account;
  });
  afterEach(() => server.close());
  return purging;
}

/** Purges without pauses between the batches. */
export function purgeNow({ store, clock }: Services, olderThan: number | null = null) {
  return purgeAll({ store, clock, olderThan, pause: async () => true });
}

/** Returns the faults that `askwell check` finds in results and counters. */
export async function findMiscounts({ store }: Services): Promise<string[]> {
  return [...(await store.read(tallyCheck.find())), ...(await store.read(counterCheck.find()))];
}

/** Counts the rows of a table. `voters` counts the voters whose answer was purged. */
export async function countRows(
  { store }: Services,
  table: 'answers' | 'voters' | 'replays' | 'starts',
): Promise<number> {
  const row = await store.read(one<Record<typeof table, number>>`
    select (select count(*) from askwell_answers) as answers, (select count(*) from askwell_purged_voters) as voters,
      (select count(*) from askwell_replays) as replays, (select count(*) from askwell_starts) as starts`);
  return row?.[table] ?? expect.unreachable('There is a row of counts.');
}
