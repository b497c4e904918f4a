import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell, AskwellError, ConnectionError, PreconditionError } from '../src/index.js';
import { type FailingProxy, type NetworkFailure, startFailingProxy } from './support/failing-proxy.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';

const failures: readonly NetworkFailure[] = [
  'reset before the server',
  'reset after the server',
  'stall before the server',
  'stall after the server',
  'truncated head',
  'truncated body',
  '429 in seconds',
  '429 with a date',
  '503',
  '502 after the server',
  'slow bytes',
];
/** The failures before the server receives the request. */
const beforeServer = new Set<NetworkFailure>([
  'reset before the server',
  'stall before the server',
  '429 in seconds',
  '429 with a date',
  '503',
]);
/** All combinations of failures in the first two attempts. */
const pairs = failures.flatMap((first) => failures.map((second): [NetworkFailure, NetworkFailure] => [first, second]));

let server: TestServer;
let proxy: FailingProxy;
let key: string;
let direct: Askwell;
let scripts = 0;
let addresses = 0;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  proxy = await startFailingProxy(server.url);
  key = await server.createKey('Network failures');
  direct = new Askwell({ apiKey: key, baseUrl: server.url });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

/** Returns a client whose requests get these failures, with its own address. */
function clientWith(failures: readonly NetworkFailure[], options: { maxRetries?: number } = {}) {
  const script = `script-${scripts++}`;
  const address = `10.0.${addresses >> 8}.${addresses++ & 255}`;
  proxy.script(script, failures);
  const headers = { 'x-script': script, 'x-forwarded-for': address };
  // A stalled request waits for the timeout. Others must not reach it, even on a busy machine.
  const timeout = failures.some(isStall) ? 8_000 : 60_000;
  const client = new Askwell({ apiKey: key, baseUrl: proxy.url, timeout, headers, ...options });
  return { client, seen: () => proxy.seen(script) };
}

function isStall(failure: NetworkFailure): boolean {
  return failure.startsWith('stall');
}

/** Runs a function for all items: items that stall run at the same time, and the others eight at a time to limit the load. */
async function forAll<Item extends readonly NetworkFailure[]>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
) {
  const queue = items.filter((item) => !item.some(isStall)).values();
  const runQueue = async () => {
    for (const item of queue) await run(item);
  };
  const stalling = items.filter((item) => item.some(isStall)).map(run);
  await Promise.all([...stalling, ...Array.from({ length: 8 }, runQueue)]);
}

describe('after network failures', { timeout: 180_000 }, () => {
  test('in two attempts, a poll is created once, with one idempotency key', async () => {
    const createOne = async (pair: readonly NetworkFailure[]) => {
      const { client, seen } = clientWith(pair);
      const title = `Poll ${pair.join(', ')}`;
      const created = await client.polls.create({ title, options: ['A', 'B'] });
      const found = await direct.polls.list({ q: title }).toArray();
      expect({ pair, ids: found.map(({ id }) => id), keys: seen().keys.size }).toEqual({
        pair,
        ids: [created.id],
        keys: 1,
      });
    };
    await forAll(pairs, createOne);
  });

  test('in two attempts, a vote counts once', async () => {
    const poll = await direct.polls.create({ title: 'Counted', options: ['A', 'B'], one_per: null });
    const vote = async (pair: readonly NetworkFailure[]) => {
      const { id } = await clientWith(pair).client.polls.votes.create(poll.id, { choices: ['o1'] });
      expect(await direct.polls.votes.get(poll.id, id)).toMatchObject({ id, choices: ['o1'] });
    };
    await forAll(pairs, vote);
    expect(await direct.polls.results(poll.id)).toMatchObject({ votes_count: pairs.length });
  });

  test('every other POST takes effect once', async () => {
    const quiz = await direct.quizzes.create({
      title: 'Q',
      questions: [{ type: 'boolean', prompt: 'So?', answer: true }],
    });
    const form = await direct.forms.create({ title: 'F', fields: [{ type: 'email', label: 'Email' }] });
    const ballot = await direct.polls.create({ title: 'B', options: ['A', 'B'], one_per: 'ticket' });
    const client = (failure: NetworkFailure) => clientWith([failure]).client;
    const once = async (failure: NetworkFailure) => {
      await Promise.all([
        client(failure).sites.create({ name: `Once: ${failure}` }),
        client(failure).quizzes.attempts.create(quiz.id, { answers: {} }),
        client(failure).forms.submissions.create(form.id, { answers: {} }),
        client(failure).polls.tickets.create(ballot.id, 2),
      ]);
    };
    await Promise.all(failures.map(once));

    const names = (await direct.sites.list().toArray())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Once: '));
    expect(names.toSorted()).toEqual(failures.map((failure) => `Once: ${failure}`).toSorted());
    expect(await direct.quizzes.results(quiz.id)).toMatchObject({ attempts_count: failures.length });
    expect(await direct.forms.results(form.id)).toMatchObject({ submissions_count: failures.length });
    expect(await direct.polls.tickets.count(ballot.id)).toEqual({ count: 2 * failures.length, used: 0 });
  });

  test('reads, updates and deletions return the same as without failures', async () => {
    const readUpdateDelete = async (failure: NetworkFailure) => {
      const site = await direct.sites.create({ name: 'Site' });
      expect(await clientWith([failure]).client.sites.get(site.id)).toEqual(site);
      const updated = await clientWith([failure]).client.sites.update(site.id, { name: 'Updated' });
      expect(updated).toMatchObject({ id: site.id, name: 'Updated' });
      expect(await clientWith([failure]).client.sites.delete(site.id)).toBeUndefined();
      expect(await rejectionOf(direct.sites.get(site.id))).toMatchObject({ status: 404 });
    };
    await Promise.all(failures.map(readUpdateDelete));
  });

  test.concurrent.each(failures.filter((failure) => failure !== 'slow bytes'))(
    'without retries left, a POST rejects and takes effect at most once: %s',
    async (failure) => {
      const { client, seen } = clientWith([failure, failure], { maxRetries: 1 });
      const title = `Rejected: ${failure}`;
      expect(await rejectionOf(client.polls.create({ title, options: ['A', 'B'] }))).toBeInstanceOf(AskwellError);
      expect(seen().requests).toBe(2);
      expect(await direct.polls.list({ q: title }).toArray()).toHaveLength(beforeServer.has(failure) ? 0 : 1);
    },
  );
});

test('a deletion whose response was lost resolves although the retry gets a 404', async () => {
  const site = await direct.sites.create({ name: 'Gone' });
  const { client, seen } = clientWith(['reset after the server']);
  const { response } = await client.sites.delete(site.id).withResponse();
  expect(response).toMatchObject({ status: 404, retries: 1 });
  expect(seen().requests).toBe(2);
});

test('a deletion of a resource that never existed rejects after failures before the server', async () => {
  const { client } = clientWith(['503', '429 in seconds']);
  expect(await rejectionOf(client.sites.delete(999_999))).toMatchObject({ status: 404 });
});

test('an update with ifMatch whose response was lost rejects with the ConnectionError, not a PreconditionError', async () => {
  const poll = await direct.polls.create({ title: 'Before', options: ['A', 'B'] });
  const disconnected = clientWith(['reset after the server']).client;
  const ambiguous = await rejectionOf(
    disconnected.polls.update(poll.id, { title: 'After' }, { ifMatch: poll.version }),
  );
  expect(ambiguous).toBeInstanceOf(ConnectionError);

  const retried = clientWith(['503']).client;
  const stale = await rejectionOf(retried.polls.update(poll.id, { title: 'Later' }, { ifMatch: poll.version }));
  expect(stale).toBeInstanceOf(PreconditionError);
});

test('a truncated download rejects with a ConnectionError', async () => {
  const poll = await direct.polls.create({ title: 'Cut', options: ['A', 'B'], one_per: null });
  for (let vote = 0; vote < 20; vote++) await direct.polls.votes.create(poll.id, { choices: ['o1'] });
  const file = await clientWith(['truncated body']).client.polls.votes.csv(poll.id);
  expect(await rejectionOf(file.text())).toBeInstanceOf(ConnectionError);
  const lines = await clientWith(['truncated body']).client.polls.votes.jsonl(poll.id);
  expect(await rejectionOf(countOf(lines))).toBeInstanceOf(ConnectionError);
});

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _item of items) count++;
  return count;
}
