import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { emptyDatabase } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { clientsPerNetwork } from '../../http/limits/client-address.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let one: TestServer;
let other: TestServer;
let account: AccountObject;
beforeAll(async () => {
  const database = await emptyDatabase(join(await temporaryFolder(), 'askwell.db'));
  one = await startService({ database });
  other = await startService({ database });
  account = (await createOwner(one.services)).session.account;
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
});

async function createPoll(allow_change = false): Promise<string> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ip' as const, allow_change };
  return (await one.askwell.polls.create(account, draft)).id;
}

const addressOf = (network: number, client: number) => `2001:db8:${network}:${client.toString(16)}::1`;

function vote(server: TestServer, poll: string, address: string): Promise<boolean> {
  return server.askwell.polls.vote(poll, { choices: ['o1'] }, { address }).then(
    () => true,
    (error) => {
      expect(error).toMatchObject({ code: 'already_answered' });
      return false;
    },
  );
}

test('twenty of the parallel answers of a /48 through two instances are recorded', async () => {
  const poll = await createPoll();
  const votes = await Promise.all(
    Array.from({ length: 120 }, (_, at) => vote(at % 2 === 0 ? one : other, poll, addressOf(at % 3, at))),
  );
  expect(votes.filter((isRecorded) => isRecorded)).toHaveLength(3 * clientsPerNetwork);
  expect((await one.askwell.polls.get(account, poll)).answers_count).toBe(3 * clientsPerNetwork);
});

/** A step of a visitor, or the deletion of an answer. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        vote: fc.record({ network: fc.integer({ min: 0, max: 1 }), client: fc.integer({ min: 0, max: 29 }) }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ delete: fc.nat() }) },
  ),
  { minLength: 40, maxLength: 90 },
);

test('any sequence of answers and deletions has the same outcomes as a list of the stored answers', () =>
  fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (sequence, allowChange) => {
      const poll = await createPoll(allowChange);
      const { answers } = one.askwell.polls;
      const stored: { network: number; client: number; id: string }[] = [];
      for (const [at, step] of sequence.entries()) {
        if ('delete' in step) {
          const [removed] = stored.splice(step.delete % Math.max(1, stored.length), 1);
          if (removed) await answers.delete(account, poll, removed.id);
          continue;
        }
        const { network, client } = step.vote;
        const own = stored.some((answer) => answer.network === network && answer.client === client);
        const isFull = stored.filter((answer) => answer.network === network).length >= clientsPerNetwork;
        const expected = own ? allowChange : !isFull;
        expect(await vote(at % 2 === 0 ? one : other, poll, addressOf(network, client)), `step ${at}`).toBe(expected);
        if (!expected || own) continue;
        const known = new Set(stored.map(({ id }) => id));
        // The clocks of the instances differ, so that the added answer is not always the newest.
        const added = (await collect(answers.list(account, poll))).find(({ id }) => !known.has(id));
        stored.push({ network, client, id: added?.id ?? expect.unreachable('The answer was added.') });
      }
      expect((await one.askwell.polls.get(account, poll)).answers_count).toBe(stored.length);
    }),
    { numRuns: 3 },
  ));
