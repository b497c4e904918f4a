import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGates } from '../../../test/support/gates.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { Store } from '../../db/store.js';
import type { Services } from '../../instance/assemble-services.js';
import { poll } from '../../kinds/poll/poll-kind.js';
import type { PollOwn } from '../../kinds/poll/stored-poll.js';
import type { PollDraft } from '../../shared/contract/resources.js';
import { selectCounters } from '../answers/answer-queries.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { type Counters, createResultsService } from './results-service.js';

/** More answers than are counted inline. */
const many = 250;

let services: Services;
let owner: Owner;
let ask: StoredAsk<PollOwn>;
let voters = 0;

beforeAll(async () => {
  services = (await startService()).services;
  owner = await createOwner(services);
  ask = await createPoll();
  await vote(many);
});
afterAll(() => services.close());

async function createPoll(type: 'ranked' | 'single' = 'ranked'): Promise<StoredAsk<PollOwn>> {
  const draft: PollDraft = { title: 'Lunch', type, options: ['Soup', 'Salad', 'Pizza'] };
  return (await services.polls.asks.create(owner.session.scope, draft)).ask;
}

async function vote(times = 1): Promise<void> {
  const given = () => ({ choices: ['o2', 'o1'], voter: `visitor-number-${voters++}` });
  await Promise.all(
    Array.from({ length: times }, () =>
      services.polls.submitService.submit(ask, {
        members: given(),
        clientKey: () => 'test',
        idempotency: null,
        language: null,
      }),
    ),
  );
}

/** A store that waits for a gate before each report. */
let gates: ReturnType<typeof createGates>;
let store: Store;
beforeEach(() => {
  gates = createGates();
  store = {
    pending: services.store.pending,
    ready: () => services.store.ready(),
    read: (operation) => services.store.read(operation),
    run: (write, input) => services.store.run(write, input),
    close: () => services.store.close(),
    async report(report, input) {
      const outcome = await services.store.report(report, input);
      await gates.pass();
      return outcome;
    },
  };
});

test('shares one computation between concurrent callers', async () => {
  const results = createResultsService(poll, store, services.clock);
  const pending = [...Array.from({ length: 20 }, () => results.recent(ask)), results.exact(ask)];
  await gates.open();
  const found = await Promise.all(pending);
  expect(found[0]).toMatchObject({ votes_count: voters, ranked: { winners: ['o2'] } });
  for (const one of found) expect(one).toBe(found[0]);
  expect(gates.waiting()).toBe(0);
});

test('waits for all answers for owners, and marks results for visitors as pending', async () => {
  const results = createResultsService(poll, store, services.clock);
  const first = results.recent(ask);
  await gates.reached();
  expect(gates.waiting()).toBe(1);
  await vote();
  const [visitor, owner] = [results.recent(ask), results.exact(ask)];
  await gates.open();
  expect(await first).toMatchObject({ votes_count: voters - 1 });
  expect(await visitor).toMatchObject({ votes_count: voters - 1, pending: true });
  await gates.open();
  const exact = await owner;
  expect(exact).toMatchObject({ votes_count: voters });
  expect(exact).not.toHaveProperty('pending');
});

test('serves visitors results that are up to ten times as old as the time to compute them', async () => {
  let time = 0;
  const results = createResultsService(poll, store, { elapsed: () => time });
  const first = results.recent(ask);
  await gates.reached();
  expect(gates.waiting()).toBe(1);
  time = 50;
  await gates.open();
  await first;
  await vote();
  const state = await counters();
  expect(results.shownTallySeq(ask, state)).toBeLessThan(state.tally_seq);
  const [shown, again] = [await results.recent(ask), await results.recent(ask)];
  expect(shown).toMatchObject({ votes_count: voters - 1, pending: true });
  expect(again).toBe(shown);
  time = 500;
  expect(results.shownTallySeq(ask, state)).toBe(state.tally_seq);
  const later = results.recent(ask);
  await gates.open();
  expect(await later).toMatchObject({ votes_count: voters });
  expect(await later).not.toHaveProperty('pending');
});

test('callers that request results at the same time share one read', async () => {
  const few = await createPoll('single');
  const results = createResultsService(poll, store, services.clock);
  let reads = 0;
  const counted = createResultsService(
    poll,
    {
      ...store,
      read(operation) {
        reads++;
        return store.read(operation);
      },
    },
    services.clock,
  );
  const all = await Promise.all(
    Array.from({ length: 64 }, (_, n) => (n % 2 ? counted.exact(few) : counted.recent(few))),
  );
  // One read of the counters, and one of all tallies.
  expect(reads).toBe(2);
  expect(new Set(all).size).toBe(1);
  expect(await results.exact(few)).toEqual(all[0]);
  expect(reads).toBe(2);
});

test('an owner does not get a read that started before the request', async () => {
  const few = await createPoll();
  const reads = createGates();
  const results = createResultsService(
    poll,
    {
      ...store,
      async read(operation) {
        const outcome = await store.read(operation);
        await reads.pass();
        return outcome;
      },
    },
    services.clock,
  );
  const early = results.exact(few);
  await reads.reached();
  expect(reads.waiting()).toBe(1);
  await services.polls.submitService.submit(few, {
    members: { choices: ['o1'], voter: 'visitor-after-read' },
    clientKey: () => 'test',
    idempotency: null,
    language: null,
  });
  const owners = [results.exact(few), results.exact(few)];
  reads.stayOpen();
  await early;
  expect(await Promise.all(owners)).toMatchObject([{ votes_count: 1 }, { votes_count: 1 }]);
});

test('results of a database that was rolled back are read again', async () => {
  let rollback = 0;
  const results = createResultsService(
    poll,
    {
      ...store,
      async read(operation) {
        const outcome: unknown = await store.read(operation);
        if (rollback > 0 && typeof outcome === 'object' && outcome !== null && 'tally_seq' in outcome)
          Object.assign(outcome, { tally_seq: Number(outcome.tally_seq) + rollback });
        return outcome as never;
      },
    },
    services.clock,
  );
  const few = await createPoll();
  expect(await results.exact(few)).toMatchObject({ votes_count: 0 });
  // The counters were read before the rollback, the tallies after it.
  rollback = 1_000;
  expect(await results.exact(few)).toMatchObject({ votes_count: 0 });
});

test('serves visitors exact results for few answers, computed on the main thread', async () => {
  const report = () => expect.unreachable('No other thread is needed.');
  const results = createResultsService(poll, { ...store, report }, services.clock);
  const few = await createPoll();
  for (let votes = 1; votes <= 20; votes++) {
    const members = { choices: ['o1'], voter: `another-visitor-${votes}` };
    await services.polls.submitService.submit(few, {
      members,
      clientKey: () => 'test',
      idempotency: null,
      language: null,
    });
    expect(await results.recent(few)).toMatchObject({ votes_count: votes });
    expect(await results.recent(few)).not.toHaveProperty('pending');
  }
});

test('returns not_found if the ask is deleted during a computation', async () => {
  const gone = await createPoll();
  const results = createResultsService(poll, store, services.clock);
  await services.polls.asks.delete(owner.session.scope, gone);
  await expect(results.exact(gone)).rejects.toMatchObject({ code: 'not_found' });
});

async function counters(): Promise<Counters> {
  return (await services.store.read(selectCounters(ask.seq))) ?? expect.unreachable('The poll is there.');
}
