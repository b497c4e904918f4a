import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { OptionError } from '../../base/validation/option-error.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let account: AccountObject;
let pollId: string;
beforeAll(async () => {
  server = await startService();
  account = (await createOwner(server.services)).session.account;
  pollId = (await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] })).id;
  await server.askwell.polls.vote(pollId, { choices: ['o1'] });
});
afterAll(() => server.close());

/** Calls a function as JavaScript does, which has no types. */
async function callUntyped(path: string, ...values: unknown[]): Promise<unknown> {
  let target: unknown = server.askwell;
  for (const name of path.split('.')) target = Reflect.get(Object(target), name);
  if (typeof target !== 'function') return expect.unreachable(`${path} is a function.`);
  const outcome: unknown = Reflect.apply(target, undefined, values);
  return isList(outcome) ? collect(outcome) : outcome;
}

function isList(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

const withoutText = [Object.create(null), { toString: null }, {}, [[]], [{}], () => 'o1', Symbol('o1'), new Map()];

test.each(['polls.list', 'polls.results', 'polls.votes.list', 'polls.votes.deleteWhere'])(
  '%s refuses a filter that no text can stand for',
  async (path) => {
    const ids = path === 'polls.list' ? [] : [pollId];
    for (const value of withoutText) {
      const call = callUntyped(path, account, ...ids, { since: value });
      await expect(call).rejects.toMatchObject({ code: 'invalid', issues: [{ path: 'since', code: 'not_a_scalar' }] });
    }
  },
);

test('a batch refuses an invalid date', async () => {
  const { votes } = server.askwell.polls;
  const [result] = await votes.batch(account, pollId, [{ choices: ['o1'], created_at: new Date(Number.NaN) }]);
  expect(result).toMatchObject({ status: 422, issues: [{ path: 'answers.0.created_at' }] });
});

test('no call ignores a condition that it does not understand', async () => {
  const { id } = await server.askwell.sites.create(account, { name: 'Shop' });
  for (const options of [{ ifMatch: '9' }, { ifMatch: null }, { ifMatch: 1.5 }, { ifMatch: '"9"' }, { ifmatch: 9 }]) {
    for (const [path, ...values] of [
      ['sites.update', id, { name: 'Changed' }],
      ['sites.delete', id],
      ['polls.delete', pollId],
      ['polls.votes.deleteWhere', pollId, {}],
    ] as const)
      await expect(callUntyped(path, account, ...values, options)).rejects.toThrow(OptionError);
  }
  await expect(callUntyped('polls.votes.batch', account, pollId, [], { ifMatch: '9' })).rejects.toThrow(OptionError);
  expect(await server.askwell.sites.get(account, id)).toMatchObject({ name: 'Shop', version: 1 });
  await server.askwell.sites.delete(account, id, { ifMatch: undefined });
});

test('a filter whose members are all undefined deletes nothing', async () => {
  const { votes, results } = server.askwell.polls;
  const filter: { voter_ref?: string | undefined } = { voter_ref: undefined };
  await expect(votes.deleteWhere(account, pollId, filter)).rejects.toMatchObject({ code: 'invalid' });
  expect(await results(account, pollId)).toMatchObject({ votes_count: 1 });
  expect(await votes.deleteWhere(account, pollId, {})).toBe(1);
});
