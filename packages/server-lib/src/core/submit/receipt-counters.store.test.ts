import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { emptyDatabase } from '../../../test/support/store/test-database.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { AskwellError } from '../../base/errors.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { PollDraft } from '../../shared/contract/resources.js';
import { selectCounters } from '../answers/answer-queries.js';
import { newAnswerId } from '../ids.js';
import { recordAnswers } from './record-answers.js';

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

const options = ['Soup', 'Salad', 'Bread'];
const ids = ['o1', 'o2', 'o3'];

const visible = { title: 'Lunch?', options, results_visibility: 'after_answer' as const };

/** Polls with each rule that decides whether a vote is recorded or counted, and a vote for each visitor. */
const polls: [name: string, draft: Partial<PollDraft>, vote: (at: number) => { choices: string[] }][] = [
  ['one choice', {}, (at) => ({ choices: [ids[at % 3] ?? 'o1'] })],
  ['several choices', { type: 'multiple' }, (at) => ({ choices: ids.slice(0, 1 + (at % 3)) })],
  ['ranks', { type: 'ranked' }, (at) => ({ choices: [...ids.slice(at % 3), ...ids.slice(0, at % 3)] })],
  [
    'options with a maximum',
    { options: options.map((label) => ({ label, max_votes: 9 })) },
    (at) => ({ choices: [ids[at % 3] ?? 'o1'] }),
  ],
  ['a maximum of answers', { max_answers: 20 }, () => ({ choices: ['o2'] })],
  ['addresses as voters', { one_per: 'ip', allow_change: true }, (at) => ({ choices: [ids[at % 2] ?? 'o1'] })],
];

test.each(polls)(
  'receipts have the current results of the poll with %s, with votes at two instances',
  async (_, draft, vote) => {
    const { id } = await one.askwell.polls.create(account, { ...visible, ...draft });
    const receipts = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const { askwell } = at % 2 === 0 ? one : other;
        // Some visitors vote twice.
        const visitor = { id: `visitor of the poll ${at % 35}`, address: `192.0.2.${at % 35}` };
        try {
          return await askwell.polls.vote(id, vote(at), visitor);
        } catch (error) {
          expect(error).toBeInstanceOf(AskwellError);
          expect(['full', 'already_answered']).toContain(error instanceof AskwellError ? error.code : undefined);
          return undefined;
        }
      }),
    );
    const results = await one.askwell.polls.results(account, id);
    const counts = receipts.flatMap((receipt) => (receipt ? [receipt.results?.votes_count ?? -1] : []));
    expect(counts.length).toBeGreaterThan(0);
    // Each receipt counts at least its own vote, and only votes that exist. The last receipt counts all votes.
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBe(results.votes_count);
    for (const receipt of receipts) {
      if (receipt?.results?.votes_count !== results.votes_count) continue;
      if (draft.allow_change) continue;
      expect(receipt.results.options).toEqual(results.options);
    }
    expect(await other.askwell.polls.results(account, id)).toEqual(results);
  },
);

test('the receipt of a second vote counts both votes, at any instance', async () => {
  const { id } = await one.askwell.polls.create(account, visible);
  for (let at = 0; at < 6; at++) {
    const { askwell } = at % 2 === 0 ? one : other;
    const { results } = await askwell.polls.vote(id, { choices: ['o1'] }, { id: `a visitor with number ${at}` });
    expect(results).toMatchObject({ votes_count: at + 1, options: [{ votes: at + 1 }, { votes: 0 }, { votes: 0 }] });
    expect(results).toEqual(await one.askwell.polls.results(account, id));
  }
});

test('the outcome of a write has the counters after its group, if the visitor sees results', async () => {
  const { id } = await one.askwell.polls.create(account, visible);
  const { store, polls, clock } = one.services;
  const ask = (await polls.submitService.find(id)) ?? expect.unreachable();
  const record = async (at: number, showsResults: boolean) => {
    const received = {
      members: { choices: ['o1'], voter: `a visitor with number ${at}` },
      clientKey: () => '192.0.2.1',
      idempotency: null,
      language: null,
    };
    const prepared = await polls.submitService.prepare(ask, received);
    if (prepared.earlier) return expect.unreachable();
    const { input } = prepared;
    expect(input.showsResults).toBe(true);
    return store.run(recordAnswers, { ...input, id: newAnswerId(clock.now()), showsResults });
  };
  const outcomes = await Promise.all([record(1, true), record(2, true), record(3, false)]);
  const counters = await store.read(selectCounters(ask.seq));
  expect(counters?.answers).toBe(3);
  expect(outcomes.map((outcome) => ('counters' in outcome ? outcome.counters : undefined))).toEqual([
    counters,
    counters,
    undefined,
  ]);
  // A vote that is refused changes nothing.
  expect(await record(1, true)).toEqual({ refused: 'already_answered' });
  expect(await store.read(selectCounters(ask.seq))).toEqual(counters);
});
