import type { Askwell } from '../../src/askwell-interface.js';
import { sha256 } from '../../src/base/crypto/hash.js';
import type { Services } from '../../src/instance/assemble-services.js';
import { formDraft } from '../../src/kinds/form/form-schema.js';
import { quizDraft } from '../../src/kinds/quiz/quiz-schema.js';
import { findTemplate } from '../../src/kinds/templates/index.js';
import type { AccountObject } from '../../src/owners/access/account-object.js';
import type { Session } from '../../src/owners/access/session.js';
import { generateKey } from '../../src/owners/keys/key-format.js';
import { createKey } from '../../src/owners/keys/key-queries.js';
import { call } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import type { Owner } from '../support/servers/create-owner.js';
import type { TestServer } from '../support/servers/test-server.js';

/** Asks in the states that the page for sharing shows. */
export interface SharedAsks {
  /** A form on a site that has loaded it. */
  readonly form: string;
  /** A poll that needs tickets. */
  readonly ticketed: string;
  readonly draft: string;
}

/** Creates sites, keys, requests and asks of an owner. */
export async function addSampleData({ url, services, askwell }: TestServer, { session }: Owner): Promise<SharedAsks> {
  const origins = ['https://shop.example.com', 'https://www.example.com'];
  const { id: shop } = await services.sites.create(session.scope, { name: 'Shop', origins });
  await services.sites.create(session.scope, { name: 'Help pages' });
  const description = 'Reads results for the weekly report. Runs on the office server, asks nothing of anyone.';
  const used = await askwell.keys.create(session, { name: 'Reports', description });
  await call({ url }, 'GET', '/api/v1/me', { key: used.raw });
  await askwell.keys.create(session, { name: 'Shop widget', site_id: shop, permissions: 'answers' });
  await askwell.keys.create(session, { name: 'Audit', permissions: 'read', expires_at: '2999-12-31T00:00:00Z' });
  await addExpiredKey(services, session);
  await addRequests({ url }, used.raw);
  await addSampleAsks(askwell, session.account, shop);
  for (const agent of ['Mozilla/5.0 (iPhone) Safari/605.1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0']) {
    await services.sessions.open(session.account.id, agent, undefined);
  }
  return addSharedAsks(url, used.raw, shop);
}

async function addSharedAsks(url: string, key: string, shop: number): Promise<SharedAsks> {
  const create = async (plural: string, body: object) =>
    (await call({ url }, 'POST', `/api/v1/${plural}`, { key, body })).id('data.id');
  const fields = [
    { id: 'campaign', type: 'hidden' },
    { id: 'name', type: 'short_text', label: 'Your name', required: true },
    { id: 'email', type: 'email', label: 'Email address' },
    {
      id: 'talks',
      type: 'multiple_choice',
      label: 'Which talks?',
      options: ['Databases', 'Design', 'Security'],
      other: true,
    },
    { id: 'meal', type: 'dropdown', label: 'Lunch', options: ['Soup', 'Salad'] },
    { id: 'how', type: 'matrix', label: 'How were they?', rows: ['Room', 'Food'], options: ['Good', 'Bad'] },
    { id: 'note', type: 'long_text', label: 'Anything else?' },
  ];
  const form = await create('forms', { title: 'Workshop registration', fields, site_id: shop });
  await call({ url }, 'GET', `/embed/forms/${form}`, { headers: { origin: 'https://shop.example.com' } });
  const options = ['Friday', 'Saturday'];
  const ticketed = await create('polls', { title: 'Which of these days suits you best?', options, one_per: 'ticket' });
  const issued = await call({ url }, 'POST', `/api/v1/polls/${ticketed}/tickets`, { key, body: { count: 40 } });
  await call({ url }, 'POST', `/api/v1/polls/${ticketed}/votes`, {
    body: { choices: ['o1'], ticket: issued.at('data.tickets.0') },
  });
  const draft = await create('quizzes', {
    title: 'Rivers of Europe',
    status: 'draft',
    questions: [{ type: 'boolean', prompt: 'Is it long?', answer: true }],
  });
  return { form, ticketed, draft };
}

/** Creates an ask of each kind, and answers to one of them. */
async function addSampleAsks({ polls, quizzes, forms }: Askwell, account: AccountObject, site: number): Promise<void> {
  const lunch = { title: 'What shall we have for lunch?', options: ['Soup', 'Salad'], site_id: site, one_per: null };
  const { id } = await polls.create(account, lunch);
  for (const option of ['o1', 'o1', 'o2']) await polls.vote(id, { choices: [option] });
  const find = (name: string) => findTemplate(name)?.draft ?? {};
  await quizzes.create(account, { ...quizDraft.parse(find('trivia')), status: 'draft' });
  await forms.create(account, { ...formDraft.parse(find('event-registration')), status: 'draft' });
}

async function addExpiredKey({ store }: Services, { account }: Session): Promise<void> {
  const { raw, ...parts } = generateKey('ask');
  const past = Date.UTC(2026, 0, 31) * 1_000;
  const hash = sha256(raw).toString('hex');
  const rights = { site: null, permissions: 'all', expiresAt: past } as const;
  await store.run(createKey, {
    ...parts,
    ...rights,
    hash,
    account: account.id,
    name: 'Old',
    description: null,
    at: past,
  });
}

/** Sends requests with all classes of statuses that a request can have. */
async function addRequests(server: { url: string }, key: string): Promise<void> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const poll = textIdIn(await call(server, 'POST', '/api/v1/polls', { key, body: draft }));
  await call(server, 'GET', `/api/v1/polls/${poll}/results`, { key });
  await call(server, 'PATCH', `/api/v1/polls/${poll}`, {
    key,
    body: { title: '' },
    headers: { 'x-request-id': 'faulty' },
  });
  await call(server, 'GET', `/api/v1/polls/${'x'.repeat(150)}`, { key, headers: { 'x-request-id': 'y'.repeat(64) } });
}
