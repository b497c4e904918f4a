import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMiscounts } from '../../../test/support/asks/purge-answers.js';
import { collect } from '../../../test/support/collect.js';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { exportFile, inChunks } from '../../../test/support/transfer.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { FormDraft, PollDraft, QuizDraft } from '../../shared/contract/resources.js';
import { respondentBatchSize } from './limits.js';

let server: TestServer;
let client: ReturnType<typeof createClient>;
let owner: Owner;
let account: AccountObject;
let key: string;
beforeAll(async () => {
  server = await startService();
  client = createClient(server);
  owner = await createOwner(server.services);
  account = owner.session.account;
  key = await owner.key();
});
afterAll(() => server.close());

const named = { one_per: 'user', anonymous: false } as const;
const lunch: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'], ...named };

const createPoll = async (more: Partial<PollDraft> = {}, of = account) =>
  (await server.askwell.polls.create(of, { ...lunch, ...more })).id;

const vote = (poll: string, id: string, choice = 'o1') =>
  server.askwell.polls.vote(poll, { choices: [choice] }, { id });

const countOf = async (poll: string, of = account) => (await server.askwell.polls.get(of, poll)).answers_count;

let users = 0;
const newUser = () => `user-${++users}`;

describe('the answers of a user', () => {
  test('the answers of a user are listed across kinds and accounts, newest first', async () => {
    const { quizzes, forms, answers } = server.askwell;
    const [user, other] = [newUser(), newUser()];
    const quizDraft: QuizDraft = {
      title: 'Quiz',
      ...named,
      questions: [{ type: 'boolean', prompt: 'Round?', answer: true }],
    };
    const formDraft: FormDraft = { title: 'Form', ...named, fields: [{ type: 'short_text', label: 'Name' }] };
    const stranger = (await createOwner(server.services)).session.account;
    const quiz = (await quizzes.create(account, quizDraft)).id;
    const form = (await forms.create(stranger, formDraft)).id;
    const poll = await createPoll();
    const votes = [await vote(poll, user), await vote(poll, other)];
    await vote(await createPoll({ anonymous: true }), user);
    const attempt = await quizzes.attempt(quiz, { answers: { q1: true } }, { id: user });
    const submission = await forms.submit(form, { answers: { f1: 'Ann' } }, { id: user });
    const found = await collect(answers.of(user));
    expect(found.map(({ kind, ask_id, answer }) => [kind, ask_id, answer.id, answer.respondent])).toEqual([
      ['form', form, submission.id, user],
      ['quiz', quiz, attempt.id, user],
      ['poll', poll, votes[0]?.id, user],
    ]);
    const { tags, note, ...shown } = await server.askwell.polls.votes.get(account, poll, votes[0]?.id ?? '');
    expect([tags, note, found[2]?.answer]).toEqual([[], '', shown]);
    expect(await collect(answers.of('nobody'))).toEqual([]);
  });

  test('the answers of a user are read page by page', async () => {
    const user = newUser();
    const polls = [];
    for (let n = 0; n <= respondentBatchSize; n++) {
      const poll = await createPoll();
      await vote(poll, user);
      polls.push(poll);
    }
    const found = await collect(server.askwell.answers.of(user));
    expect(found.map(({ ask_id }) => ask_id)).toEqual(polls.toReversed());
    expect(await server.askwell.answers.deleteOf(user)).toBe(polls.length);
    expect(await collect(server.askwell.answers.of(user))).toEqual([]);
  });

  test('the answers of a user are deleted, including anonymous ones, and other answers are kept', async () => {
    const { polls, answers } = server.askwell;
    const [user, other] = [newUser(), newUser()];
    const stranger = (await createOwner(server.services)).session.account;
    const made = [
      await createPoll(),
      await createPoll({ anonymous: true }, stranger),
      await createPoll({ one_per: 'browser', anonymous: true }),
      await createPoll({ one_per: null, anonymous: true }),
    ];
    for (const poll of made) for (const id of [user, other]) await vote(poll, id);
    for (let n = 0; n < respondentBatchSize; n++) await vote(made[3] ?? '', user);
    expect(await answers.deleteOf(user)).toBe(made.length + respondentBatchSize);
    expect(await answers.deleteOf(user)).toBe(0);
    for (const [at, poll] of made.entries()) {
      const of = at === 1 ? stranger : account;
      expect(await countOf(poll, of)).toBe(1);
      expect((await polls.results(of, poll)).votes_count).toBe(1);
      await vote(poll, user);
    }
    expect(await findMiscounts(server.services)).toEqual([]);
  });
});

describe('the respondent', () => {
  test('respondent filters answers, alone and with other filters', async () => {
    const poll = await createPoll();
    for (const user of ['a', 'b', 'ü c']) await vote(poll, user, user === 'b' ? 'o2' : 'o1');
    const find = async (query: string) => {
      const reply = await client('GET', `/polls/${poll}/votes?${query}`, { key });
      const { data }: { data: { respondent: string }[] } = JSON.parse(reply.text);
      return data.map(({ respondent }) => respondent);
    };
    expect(await find('respondent=a')).toEqual(['a']);
    expect(await find(`respondent=${encodeURIComponent('ü c')}&choice=o1`)).toEqual(['ü c']);
    expect(await find('respondent=a&choice=o2')).toEqual([]);
    expect(await find('respondent=nobody&since=2020-01-01T00:00:00Z')).toEqual([]);
    for (const query of ['respondent=', `respondent=${'x'.repeat(256)}`]) {
      const refused = await client('GET', `/polls/${poll}/votes?${query}`, { key });
      expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, ['respondent']]);
    }
    const results = await client('GET', `/polls/${poll}/results?respondent=b`, { key });
    expect(results.at('data.votes_count')).toBe(1);
    const { answers } = server.askwell.polls;
    expect((await collect(answers.list(account, poll, { respondent: 'b' }))).map((found) => found.respondent)).toEqual([
      'b',
    ]);
    expect((await client('DELETE', `/polls/${poll}/votes?respondent=b`, { key })).status).toBe(204);
    expect(await countOf(poll)).toBe(2);
  });

  test('respondent is a column in CSV files, unless the answers are anonymous', async () => {
    for (const anonymous of [false, true]) {
      const poll = await createPoll({ anonymous });
      await vote(poll, '=1+1');
      const [head, row] = (await client('GET', `/polls/${poll}/votes?format=csv`, { key })).text.split('\r\n');
      expect(head).toBe(anonymous ? 'id,created_at,voter_ref,choices' : 'id,created_at,voter_ref,respondent,choices');
      expect(row?.includes(",'=1+1,")).toBe(!anonymous);
    }
  });

  test('respondent is part of the change feed and of an export, and an import restores it', async () => {
    const poll = await createPoll();
    const { id } = await vote(poll, 'ü 1');
    const changes = await client('GET', `/changes?ask=${poll}&types=answer.created`, { key });
    expect([changes.at('data.0.answer_id'), changes.at('data.0.data.respondent')]).toEqual([id, 'ü 1']);
    const file = await exportFile(server.services, owner.session.scope);
    const other = await startService();
    const importer = await createOwner(other.services);
    await other.services.transfer.import(importer.session.scope, inChunks(file), 'keep');
    expect(await other.askwell.polls.get(importer.session.account, poll)).toMatchObject(named);
    const [found] = await collect(other.askwell.answers.of('ü 1'));
    expect(found?.answer).toMatchObject({ id, respondent: 'ü 1' });
    await expect(other.askwell.polls.vote(poll, { choices: ['o1'] }, { id: 'ü 1' })).rejects.toMatchObject({
      code: 'already_answered',
    });
    await other.close();
  });

  test('an import of anonymous answers with respondents is refused', async () => {
    const exporter = await createOwner(server.services);
    const poll = await createPoll({}, exporter.session.account);
    await vote(poll, '1');
    const file = await exportFile(server.services, exporter.session.scope);
    const other = await startService();
    const importer = await createOwner(other.services);
    const altered = file.replace('"anonymous":false', '"anonymous":true');
    expect(altered).not.toBe(file);
    await expect(other.services.transfer.import(importer.session.scope, inChunks(altered), 'keep')).rejects.toThrow(
      /respondent/,
    );
    await other.close();
  });
});
