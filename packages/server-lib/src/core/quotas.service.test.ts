import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../test/support/http/http-client.js';
import { codeIn } from '../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../test/support/servers/create-owner.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { AskwellError } from '../base/errors.js';
import { one } from '../db/sql/statement.js';
import type { QuotaOptions } from './quota-options.js';
import { counterCheck } from './results/counter-check.js';

const quotas = { asks: 4, definitionBytes: 3_000, tickets: 700 } satisfies QuotaOptions;

interface StoredAmounts {
  asks: number;
  bytes: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await startService({ quotas });
});
afterAll(() => server.close());
afterEach(async () => expect(await server.services.store.read(counterCheck.find())).toEqual([]));

async function storedBy({ session }: Owner, { services }: TestServer = server): Promise<StoredAmounts> {
  const row = await services.store.read(
    one<StoredAmounts>`select asks, definition_bytes as bytes from askwell_accounts where id = ${session.account.id}`,
  );
  return row ?? expect.unreachable('The account exists.');
}

/** Returns the code of the error, or undefined if the work succeeds. */
async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof AskwellError) return error.code;
    throw error;
  }
}

const labels = fc.stringMatching(/^[aä€😀]{1,200}$/u);
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('create' as const), label: labels }),
    fc.record({ do: fc.constant('update' as const), at: fc.nat(), label: labels }),
    fc.record({ do: fc.constant('rename' as const), at: fc.nat(), label: labels }),
    fc.record({ do: fc.constant('delete' as const), at: fc.nat(), label: labels }),
  ),
  { minLength: 5, maxLength: 20 },
);

test('keeps counters exact and never exceeds a quota under random operations', async () => {
  const { polls } = server.askwell;
  await fc.assert(
    fc.asyncProperty(steps, async (accepted) => {
      const owner = await createOwner(server.services);
      const account = owner.session.account;
      const ids: string[] = [];
      for (const { label, ...step } of accepted) {
        const before = await storedBy(owner);
        const options = [label, { id: 'o2', label: 'Salad' }];
        if (step.do === 'create') {
          const refused = await refusalOf(
            polls.create(account, { title: 'Lunch?', options }).then(({ id }) => ids.push(id)),
          );
          if (refused !== undefined) {
            expect(refused).toBe('conflict');
            expect(await storedBy(owner)).toEqual(before);
          }
          continue;
        }
        const id = ids[step.at % Math.max(1, ids.length)];
        if (id === undefined) continue;
        if (step.do === 'delete') {
          await polls.delete(account, id);
          ids.splice(ids.indexOf(id), 1);
        } else if (step.do === 'rename') {
          expect(await refusalOf(polls.update(account, id, { title: label }))).toBeUndefined();
        } else {
          const { version } = await polls.get(account, id);
          const refused = await refusalOf(polls.update(account, id, { options }));
          if (refused !== undefined) {
            expect([refused, (await polls.get(account, id)).version]).toEqual(['conflict', version]);
            expect(await storedBy(owner)).toEqual(before);
          }
        }
        const stored = await storedBy(owner);
        expect(stored.asks).toBe(ids.length);
        expect(stored.bytes).toBeLessThanOrEqual(quotas.definitionBytes);
      }
      expect(await server.services.store.read(counterCheck.find())).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

describe('above a quota', () => {
  test('another ask is refused with 409 until one is deleted, but earlier replies are repeated', async () => {
    const owner = await createOwner(server.services);
    const key = await owner.key();
    const create = (nth: number) =>
      call(server, 'POST', '/api/v1/polls', {
        key,
        body: { title: `Poll ${nth}`, options: ['a', 'b'] },
        headers: { 'idempotency-key': `poll-${nth}` },
      });
    const created = [await create(1), await create(2), await create(3), await create(4)];
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const refused = await create(5);
    expect([refused.status, codeIn(refused)]).toEqual([409, 'conflict']);
    expect(refused.text).toContain('This account has reached its quota of 4 polls, quizzes and forms.');
    expect((await create(4)).text).toBe(created[3]?.text);
    const id = /"id":"(poll_\w+)"/.exec(created[0]?.text ?? '')?.[1];
    expect((await call(server, 'DELETE', `/api/v1/polls/${id}`, { key })).status).toBe(204);
    expect((await create(5)).status).toBe(201);
  });

  test('a definition that is too large for one account is accepted for another account', async () => {
    const owner = await createOwner(server.services);
    const account = owner.session.account;
    const fields = [{ type: 'short_text' as const, label: 'Name', help: 'x'.repeat(2_000) }];
    await server.askwell.forms.create(account, { title: 'First', fields });
    await expect(server.askwell.forms.create(account, { title: 'Second', fields })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/would take \d,\d{3} bytes, which exceeds its quota of 3,000 bytes/),
    });
    const other = (await createOwner(server.services)).session.account;
    await server.askwell.forms.create(other, { title: 'Second', fields });
  });

  test('a request for too many tickets is refused as a whole', async () => {
    const account = (await createOwner(server.services)).session.account;
    const { polls } = server.askwell;
    const { id } = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'], one_per: 'ticket' });
    expect(await polls.issueTickets(account, id, 650)).toHaveLength(650);
    await expect(polls.issueTickets(account, id, 51)).rejects.toMatchObject({
      code: 'conflict',
      message: 'There would be 701 tickets, which exceeds the quota of 700 for each poll, quiz or form.',
    });
    expect(await polls.issueTickets(account, id, 50)).toHaveLength(50);
  });
});

test('an account above a lowered quota can shrink and rename, but not grow', async () => {
  const { polls } = server.askwell;
  const owner = await createOwner(server.services);
  const account = owner.session.account;
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad', 'x'.repeat(100)] };
  const [first, second] = [await polls.create(account, draft), await polls.create(account, draft)];
  const lowered = await startService({
    database: server.database,
    quotas: { asks: 1, definitionBytes: 10, tickets: 0 },
  });
  const { polls: strict } = lowered.askwell;
  expect((await strict.update(account, first.id, { title: 'Dinner?' })).title).toBe('Dinner?');
  expect((await strict.update(account, first.id, { options: ['Soup', 'Salad'] })).options).toHaveLength(2);
  expect(await refusalOf(strict.update(account, first.id, { description: 'x'.repeat(500) }))).toBe('conflict');
  expect(await refusalOf(strict.create(account, draft))).toBe('conflict');
  await strict.delete(account, second.id);
  await strict.delete(account, first.id);
  expect(await storedBy(owner)).toEqual({ asks: 0, bytes: 0 });
  await lowered.close();
});
