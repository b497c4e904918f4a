import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Askwell, AskwellError, ConnectionError, PreconditionError } from '../src/index.js';
import { type Fault, type FaultProxy, startFaultProxy } from './support/fault-proxy.js';
import { refusal } from './support/refusal.js';
import { startServer, type TestServer } from './support/server.js';

const faults: readonly Fault[] = [
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
/** Those of them that keep a request from the server. */
const early = new Set<Fault>([
  'reset before the server',
  'stall before the server',
  '429 in seconds',
  '429 with a date',
  '503',
]);
/** Every way in which two tries in a row may go wrong. */
const pairs = faults.flatMap((first) => faults.map((second): [Fault, Fault] => [first, second]));

let server: TestServer;
let proxy: FaultProxy;
let key: string;
let direct: Askwell;
let scripts = 0;
let addresses = 0;

beforeAll(async () => {
  server = await startServer({ trustProxy: ['127.0.0.1'] });
  proxy = await startFaultProxy(server.url);
  key = await server.createKey('Faults');
  direct = new Askwell({ apiKey: key, baseUrl: server.url });
});
afterAll(async () => {
  await proxy.close();
  await server.close();
});

/** A client whose requests meet these faults, as a visitor of its own. */
function clientBehind(faults: readonly Fault[], options: { maxRetries?: number } = {}) {
  const script = `script-${scripts++}`;
  const address = `10.0.${addresses >> 8}.${addresses++ & 255}`;
  proxy.script(script, faults);
  const headers = { 'x-script': script, 'x-forwarded-for': address };
  // What stalls has to be waited out; whatever else is slow is so because the machine is busy.
  const timeout = faults.some(isStall) ? 8_000 : 60_000;
  const client = new Askwell({ apiKey: key, baseUrl: proxy.url, timeout, headers, ...options });
  return { client, seen: () => proxy.seen(script) };
}

function isStall(fault: Fault): boolean {
  return fault.startsWith('stall');
}

/** Does all: what stalls at once, since that only waits, and the others a few at a time, so that nothing is slow by its own weight. */
async function forAll<Item extends readonly Fault[]>(items: readonly Item[], act: (item: Item) => Promise<void>) {
  const quick = items.filter((item) => !item.some(isStall)).values();
  const inTurn = async () => {
    for (const item of quick) await act(item);
  };
  const stalling = items.filter((item) => item.some(isStall)).map(act);
  await Promise.all([...stalling, ...Array.from({ length: 8 }, inTurn)]);
}

describe('whatever goes wrong', { timeout: 180_000 }, () => {
  test('twice in a row, a poll is made once, with one idempotency key', async () => {
    const makeOne = async (pair: readonly Fault[]) => {
      const { client, seen } = clientBehind(pair);
      const title = `Poll ${pair.join(', ')}`;
      const made = await client.polls.create({ title, options: ['A', 'B'] });
      const found = await direct.polls.list({ q: title }).toArray();
      expect({ pair, ids: found.map(({ id }) => id), keys: seen().keys.size }).toEqual({
        pair,
        ids: [made.id],
        keys: 1,
      });
    };
    await forAll(pairs, makeOne);
  });

  test('twice in a row, a vote counts once', async () => {
    const poll = await direct.polls.create({ title: 'Counted', options: ['A', 'B'], one_per: null });
    const vote = async (pair: readonly Fault[]) => {
      const { id } = await clientBehind(pair).client.polls.votes.create(poll.id, { choices: ['o1'] });
      expect(await direct.polls.votes.get(poll.id, id)).toMatchObject({ id, choices: ['o1'] });
    };
    await forAll(pairs, vote);
    expect(await direct.polls.results(poll.id)).toMatchObject({ votes_count: pairs.length });
  });

  test('every other POST is done once, too', async () => {
    const quiz = await direct.quizzes.create({
      title: 'Q',
      questions: [{ type: 'boolean', prompt: 'So?', answer: true }],
    });
    const form = await direct.forms.create({ title: 'F', fields: [{ type: 'email', label: 'E-mail' }] });
    const ballot = await direct.polls.create({ title: 'B', options: ['A', 'B'], one_per: 'ticket' });
    const client = (fault: Fault) => clientBehind([fault]).client;
    const once = async (fault: Fault) => {
      await Promise.all([
        client(fault).sites.create({ name: `Once: ${fault}` }),
        client(fault).quizzes.attempts.create(quiz.id, { answers: {} }),
        client(fault).forms.submissions.create(form.id, { answers: {} }),
        client(fault).polls.tickets.create(ballot.id, 2),
      ]);
    };
    await Promise.all(faults.map(once));

    const names = (await direct.sites.list().toArray())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Once: '));
    expect(names.toSorted()).toEqual(faults.map((fault) => `Once: ${fault}`).toSorted());
    expect(await direct.quizzes.results(quiz.id)).toMatchObject({ attempts_count: faults.length });
    expect(await direct.forms.results(form.id)).toMatchObject({ submissions_count: faults.length });
    expect(await direct.polls.tickets.count(ballot.id)).toEqual({ count: 2 * faults.length, used: 0 });
  });

  test('what is read, changed and deleted comes out as if nothing had been', async () => {
    const live = async (fault: Fault) => {
      const site = await direct.sites.create({ name: 'Site' });
      expect(await clientBehind([fault]).client.sites.get(site.id)).toEqual(site);
      const changed = await clientBehind([fault]).client.sites.update(site.id, { name: 'Changed' });
      expect(changed).toMatchObject({ id: site.id, name: 'Changed' });
      expect(await clientBehind([fault]).client.sites.delete(site.id)).toBeUndefined();
      expect(await refusal(direct.sites.get(site.id))).toMatchObject({ status: 404 });
    };
    await Promise.all(faults.map(live));
  });

  test.concurrent.each(faults.filter((fault) => fault !== 'slow bytes'))(
    'until no repeat is left, a POST is given up, and applied once at most: %s',
    async (fault) => {
      const { client, seen } = clientBehind([fault, fault], { maxRetries: 1 });
      const title = `Given up: ${fault}`;
      expect(await refusal(client.polls.create({ title, options: ['A', 'B'] }))).toBeInstanceOf(AskwellError);
      expect(seen().requests).toBe(2);
      expect(await direct.polls.list({ q: title }).toArray()).toHaveLength(early.has(fault) ? 0 : 1);
    },
  );
});

test('a deletion whose reply was lost is done, though the repeat finds nothing', async () => {
  const site = await direct.sites.create({ name: 'Gone' });
  const { client, seen } = clientBehind(['reset after the server']);
  const { response } = await client.sites.delete(site.id).withResponse();
  expect(response).toMatchObject({ status: 404, retries: 1 });
  expect(seen().requests).toBe(2);
});

test('a deletion of what never was is refused, whatever went wrong before the server', async () => {
  const { client } = clientBehind(['503', '429 in seconds']);
  expect(await refusal(client.sites.delete(999_999))).toMatchObject({ status: 404 });
});

test('a change with ifMatch whose reply was lost is not blamed on somebody else', async () => {
  const poll = await direct.polls.create({ title: 'Before', options: ['A', 'B'] });
  const lost = clientBehind(['reset after the server']).client;
  const unclear = await refusal(lost.polls.update(poll.id, { title: 'After' }, { ifMatch: poll.version }));
  expect(unclear).toBeInstanceOf(ConnectionError);

  const refused = clientBehind(['503']).client;
  const stale = await refusal(refused.polls.update(poll.id, { title: 'Later' }, { ifMatch: poll.version }));
  expect(stale).toBeInstanceOf(PreconditionError);
});

test('a file that is cut short says so in place of looking complete', async () => {
  const poll = await direct.polls.create({ title: 'Cut', options: ['A', 'B'], one_per: null });
  for (let vote = 0; vote < 20; vote++) await direct.polls.votes.create(poll.id, { choices: ['o1'] });
  const file = await clientBehind(['truncated body']).client.polls.votes.csv(poll.id);
  expect(await refusal(file.text())).toBeInstanceOf(ConnectionError);
  const lines = await clientBehind(['truncated body']).client.polls.votes.jsonl(poll.id);
  expect(await refusal(countOf(lines))).toBeInstanceOf(ConnectionError);
});

async function countOf(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _item of items) count++;
  return count;
}
