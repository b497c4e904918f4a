import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerIdsIn, answersPath } from '../../../test/support/browser/answer-pages.js';
import { filledIn, openEditor } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, register, wordsOf } from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { PollDraft } from '../../shared/contract/resources.js';

const getUser = () => ({ id: 'owner', name: 'Owner', email: 'owner@example.com' });
const lunch: PollDraft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const named = { one_per: 'user', anonymous: false } as const;

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startService({ getUser });
  owner = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await owner.open('/dashboard');
});
afterAll(() => server.close());

const createPoll = async (more: Partial<PollDraft> = {}) =>
  (await server.askwell.polls.create('owner', { ...lunch, ...more })).id;
const vote = (poll: string, id: string) => server.askwell.polls.vote(poll, { choices: ['o1'] }, { id });

test('the table, the page and the files of answers have their user, unless the answers are anonymous', async () => {
  for (const anonymous of [false, true]) {
    const poll = await createPoll({ ...named, anonymous });
    await vote(poll, 'ü <1>');
    const table = await owner.open(answersPath(poll));
    expect(wordsOf(table).includes('ü <1> Time')).toBe(!anonymous);
    const [answer = ''] = answerIdsIn(table);
    expect(wordsOf(await owner.open(`${answersPath(poll)}/${answer}`)).includes('User ü <1>')).toBe(!anonymous);
    const file = await owner.open(`${answersPath(poll)}/export?format=csv`);
    expect([file.status, file.text.includes('ü <1>')]).toEqual([200, !anonymous]);
  }
});

test('the answers of a user are found, and deleted after a question', async () => {
  const poll = await createPoll({ ...named, one_per: 'user' });
  for (const id of ['a', 'b & c', 'd']) await vote(poll, id);
  const all = await owner.open(answersPath(poll));
  const found = await owner.open(`${answersPath(poll)}?respondent=b+%26+c`);
  expect(answerIdsIn(found)).toEqual([answerIdsIn(all)[1]]);
  expect(wordsOf(found)).toContain('User b & c');
  const page = await owner.open(`${answersPath(poll)}/${answerIdsIn(found)[0]}`);
  expect(page.text).toContain('?respondent=b+%26+c"');
  const href = /href="([^"]*)">Delete all answers of this user</.exec(found.text)?.[1] ?? '';
  expect(wordsOf(await owner.open(href.replaceAll('&amp;', '&')))).toContain('Delete 1 answer');
});

const choiceOf = (text: string) => /<select [^>]*name="one_per"[\s\S]*?<\/select>/.exec(text)?.[0] ?? '';

test('the settings offer users and anonymity where the app signs users in', async () => {
  const poll = await createPoll({ status: 'draft' });
  const path = `/dashboard/asks/${poll}/settings`;
  const { page, fields } = await openEditor(owner, path);
  expect(choiceOf(page.text)).toContain('One per signed-in user of your app');
  expect(Object.fromEntries(fields)).toMatchObject({ one_per: 'browser', anonymous: 'true' });
  expect((await owner.submit(path, filledIn(fields, { one_per: 'user', anonymous: 'false', do: 'save' }))).status).toBe(
    303,
  );
  expect(await server.askwell.polls.get('owner', poll)).toMatchObject(named);
});

test('the settings of other instances offer them only if the poll has them', async () => {
  const other = await startService();
  const browser = createFormBrowser(other, { 'sec-fetch-site': 'same-origin' });
  await register(browser);
  for await (const account of other.askwell.accounts.list()) {
    const plain = (await other.askwell.polls.create(account, lunch)).id;
    const { page, fields } = await openEditor(browser, `/dashboard/asks/${plain}/settings`);
    expect(choiceOf(page.text)).not.toContain('signed-in user');
    expect(fields.map(([name]) => name)).not.toContain('anonymous');
    const poll = (await other.askwell.polls.create(account, { ...lunch, ...named })).id;
    const path = `/dashboard/asks/${poll}/settings`;
    const own = await openEditor(browser, path);
    expect(Object.fromEntries(own.fields)).toMatchObject({ one_per: 'user', anonymous: 'false' });
    await browser.submit(path, filledIn(own.fields, { do: 'publish' }));
    expect(await other.askwell.polls.get(account, poll)).toMatchObject(named);
  }
  await other.close();
});
