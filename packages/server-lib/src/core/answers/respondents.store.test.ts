import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { type CallOptions, createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { emptyDatabase } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { PollDraft } from '../../shared/contract/resources.js';

const instances: TestServer[] = [];
let account: AccountObject;
beforeAll(async () => {
  const database = await emptyDatabase(join(await temporaryFolder(), 'askwell.db'));
  const getUser = ({ headers }: { headers: Headers }) => {
    const id = headers.get('x-user');
    return id === null ? null : { id, name: 'User', email: 'user@example.com' };
  };
  for (let n = 0; n < 3; n++) instances.push(await startService({ database, getUser }));
  account = (await createOwner(instanceAt(0).services)).session.account;
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
});

const instanceAt = (at: number) => instances[at % instances.length] ?? expect.unreachable('There are instances.');

async function createPoll(more: Partial<PollDraft> = {}): Promise<string> {
  const draft: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'user', anonymous: false, ...more };
  return (await instanceAt(0).askwell.polls.create(account, draft)).id;
}

/** Sends answers of a user in all ways at once, through all instances. Returns their IDs, or the codes of the errors. */
function sendAll(poll: string, user: string, count: number): Promise<string[]> {
  const send = async (at: number): Promise<string> => {
    const { askwell } = instanceAt(at);
    const body = { choices: [at % 2 === 0 ? 'o1' : 'o2'] };
    const post = async (options: CallOptions) => {
      const reply = await createClient(instanceAt(at))('POST', `/polls/${poll}/votes`, options);
      return String(reply.at('data.id') ?? reply.at('code'));
    };
    switch (Math.floor(at / instances.length) % 3) {
      case 0:
        return post({ body, headers: { 'x-user': user } });
      case 1:
        return post({ body: { ...body, voter: askwell.voterOf(user) } });
      default:
        return askwell.polls.vote(poll, body, { id: user }).then(
          ({ id }) => id,
          (error) => String(Object(error).code),
        );
    }
  };
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)));
}

test('of 300 parallel answers of a user through three instances, one is recorded', async () => {
  const poll = await createPoll();
  const outcomes = await sendAll(poll, 'ü 1', 300);
  expect(outcomes.filter((outcome) => outcome === 'already_answered')).toHaveLength(299);
  const { polls, answers } = instanceAt(0).askwell;
  expect((await collect(polls.answers.list(account, poll))).map(({ respondent }) => respondent)).toEqual(['ü 1']);
  expect(await polls.results(account, poll)).toMatchObject({ votes_count: 1 });
  expect((await collect(answers.of('ü 1'))).map(({ ask_id }) => ask_id)).toEqual([poll]);
  expect(await findMiscounts(instanceAt(0).services)).toEqual([]);
});

test('parallel answers of a user who may change their answer are stored as one answer', async () => {
  const poll = await createPoll({ allow_change: true });
  const [stored, ...others] = new Set(await sendAll(poll, 'changing', 60));
  expect([stored?.slice(0, 5), others]).toEqual(['vote_', []]);
  expect(await instanceAt(0).askwell.polls.results(account, poll)).toMatchObject({ votes_count: 1 });
  expect(await findMiscounts(instanceAt(0).services)).toEqual([]);
});

test('the answers of a user are filtered and deleted while others answer', async () => {
  const polls = [await createPoll(), await createPoll({ anonymous: true })];
  for (const poll of polls) await instanceAt(1).askwell.polls.vote(poll, { choices: ['o1'] }, { id: 'leaving' });
  const others = polls.flatMap((poll) =>
    Array.from({ length: 20 }, (_, at) =>
      instanceAt(at).askwell.polls.vote(poll, { choices: ['o2'] }, { id: `staying-${at}` }),
    ),
  );
  const [deleted] = await Promise.all([instanceAt(2).askwell.answers.deleteOf('leaving'), ...others]);
  expect(deleted).toBe(2);
  for (const poll of polls) {
    expect(await instanceAt(0).askwell.polls.results(account, poll)).toMatchObject({ votes_count: 20 });
    const { answers } = instanceAt(0).askwell.polls;
    expect(await collect(answers.list(account, poll, { respondent: 'leaving' }))).toEqual([]);
  }
  expect(await findMiscounts(instanceAt(0).services)).toEqual([]);
});
