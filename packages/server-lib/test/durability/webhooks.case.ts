import { afterAll, beforeAll, expect, test } from 'vitest';
import { counterCheck } from '../../src/core/results/counter-check.js';
import { tallyCheck } from '../../src/core/results/tally-check.js';
import { isPostgres } from '../../src/db/open-store.js';
import { createAsk } from '../support/asks/create-ask.js';
import { call, newAddress } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { soakFactor } from '../support/soak-factor.js';
import { runDirectly } from '../support/store/direct-connection.js';
import { testSecret } from '../support/store/test-database.js';
import { ReceivingServer } from '../support/webhooks/receiving-server.js';
import { integrityErrors, type Prepared, prepareDatabase } from './fixture.js';

/** Defines the tests of webhooks of a server that is killed, on the database of the project. */
export function describeWebhooksOverKills(): void {
  const rounds = 5 * soakFactor;
  const writers = 6;

  const words = [
    ...['--trust-proxy', '127.0.0.1', '--webhook-allow-http', 'on', '--webhook-allowed-addresses', '127.0.0.1'],
    // The lease of a killed process ends soon.
    ...['--webhook-timeout', '1'],
  ];

  function serve(): Promise<ServedCli> {
    const { database } = prepared;
    return serveCli(database, { words, env: isPostgres(database) ? { SECRET: testSecret } : {} });
  }

  /** Returns damage of the file, and results that differ from a recount. */
  async function findFaults(): Promise<unknown[]> {
    const { database } = prepared;
    const found = [counterCheck, tallyCheck].map((check) => runDirectly(database, check.find()));
    return [...(isPostgres(database) ? [] : integrityErrors(database)), ...(await Promise.all(found)).flat()];
  }

  let prepared: Prepared;
  let key: string;
  let server: ServedCli;
  let receiver: ReceivingServer;
  beforeAll(async () => {
    prepared = await prepareDatabase({ owners: 1, keys: 1 });
    key = prepared.owners[0]?.keys[0]?.raw ?? '';
    server = await serve();
    receiver = await new ReceivingServer().start();
  });
  afterAll(async () => {
    await server.stop();
    await receiver.stop();
    await prepared.end();
  });

  /** The acknowledged votes by poll, in their order. */
  type Votes = ReadonlyMap<string, string[]>;

  /** Votes with one writer for each poll, until the server is killed while it sends events. */
  async function voteUntilKilled(votes: Votes, events: number): Promise<void> {
    const target = receiver.attempts.length + events;
    const killed = receiver.until(() => receiver.attempts.length >= target).then(() => server.child.kill('SIGKILL'));
    await Promise.all(
      [...votes].map(async ([poll, ids]) => {
        for (;;) {
          try {
            const reply = await call(server, 'POST', `/api/v1/polls/${poll}/votes`, {
              body: { choices: ['o1'] },
              headers: { 'x-forwarded-for': newAddress() },
            });
            expect(reply.status).toBe(201);
            ids.push(textIdIn(reply));
          } catch (error) {
            // `fetch failed`: the server is gone. Any other error fails the test.
            if (error instanceof TypeError) return;
            throw error;
          }
          // About as fast as events are sent.
          await receiver.untilNext();
        }
      }),
    );
    await killed;
    await server.ended;
  }

  test(`kill -9 while events are sent loses no event of an acknowledged answer, in ${rounds} rounds`, {
    timeout: 600_000,
  }, async () => {
    const polls: string[] = [];
    for (let nth = 0; nth < writers; nth++)
      polls.push(await createAsk(server, key, 'polls', { title: 'Lunch?', options: ['a', 'b'], one_per: null }));
    const body = { url: receiver.url, types: ['answer.created'] };
    receiver.secret = (await call(server, 'POST', '/api/v1/webhooks', { key, body })).id('data.secret');
    const votes: Votes = new Map(polls.map((poll) => [poll, []]));
    for (let round = 0; round < rounds; round++) {
      await voteUntilKilled(votes, 1 + ((round * 7) % 20));
      expect(await findFaults()).toEqual([]);
      server = await serve();
    }
    for (const [poll, ids] of votes) {
      const missing = () => {
        const sent = new Set(receiver.accepted.map(({ answer_id }) => answer_id));
        return ids.filter((id) => !sent.has(id));
      };
      await receiver.until(() => missing().length === 0);
      // In order: an event is sent again only together with what follows it.
      const first = new Set(
        receiver.accepted.filter(({ ask_id }) => ask_id === poll).map(({ answer_id }) => answer_id),
      );
      const acknowledged = new Set<string | null>(ids);
      expect([...first].filter((id) => acknowledged.has(id))).toEqual(ids);
    }
  });
}
