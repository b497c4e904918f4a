import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { AskwellError } from '../../base/errors.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let account: AccountObject;
beforeAll(async () => {
  server = await startService();
  account = (await createOwner(server.services)).session.account;
});
afterAll(() => server.close());

const labels = ['Soup', 'Salad', 'Bread', 'Cake'];

/** What the code, the owner and a visitor do. */
const steps = fc.array(
  fc.oneof(
    fc.record({ code: fc.shuffledSubarray(labels, { minLength: 2 }) }),
    fc.record({ added: fc.constantFrom('Tea', 'Pie') }),
    fc.record({ vote: fc.nat() }),
  ),
  { minLength: 4, maxLength: 12 },
);

test('a vote counts for the text that the visitor chose, whatever the code and the owner change', () =>
  fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (sequence, key) => {
      const { polls } = server.askwell;
      const ensure = (options: readonly string[]) =>
        polls.ensure(account, `lunch ${key}`, { title: 'Lunch?', one_per: null, options });
      const { id } = await ensure(labels);
      const chosen = new Map<string, string>();
      for (const step of sequence) {
        const { options } = await polls.get(account, id);
        if ('code' in step) await unlessConflict(ensure(step.code));
        else if ('added' in step) await polls.update(account, id, { options: [...options, { label: step.added }] });
        else {
          const option = options[step.vote % options.length] ?? expect.unreachable('There are options.');
          const vote = await polls.votes.create(id, { choices: [option.id] });
          chosen.set(vote.id, option.label);
        }
      }
      const after = new Map((await polls.get(account, id)).options.map((option) => [option.id, option.label]));
      const votes = await collect(polls.votes.list(account, id));
      expect(votes.map((vote) => [vote.id, after.get(vote.choices?.[0] ?? '')])).toEqual([...chosen].reverse());
      await polls.delete(account, id);
    }),
    { numRuns: 30 },
  ));

async function unlessConflict(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof AskwellError) || error.code !== 'conflict') throw error;
  }
}
