import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mailbox } from '../../../test/support/email/mailbox.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { all } from '../../db/sql/statement.js';
import type { FormDraft, QuizDraft } from '../../shared/contract/resources.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const mail = new Mailbox();
let server: TestServer;
let owner: Owner;
const { clock, source } = createTestClock('2026-01-31');
beforeAll(async () => {
  server = await startService({
    baseUrl: 'https://polls.example.com',
    clock: source,
    trustProxy: ['127.0.0.1'],
    email: { url: mail.url, from: 'Polls <noreply@example.com>' },
  });
  owner = await createOwner(server.services);
  // A new account sends few receipts.
  await clock.advance({ days: 1 });
});
afterAll(() => server.close());

const createForm = (draft: FormDraft) => server.askwell.forms.create(owner.session.account, draft);
const createQuiz = (draft: QuizDraft) => server.askwell.quizzes.create(owner.session.account, draft);

let clients = 0;
async function submit(path: string, answers: object, headers: Record<string, string> = {}) {
  const reply = await server.fetch(`${server.url}/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.2.${clients >> 8}.${clients++ & 255}`,
      ...headers,
    },
    body: JSON.stringify(answers),
  });
  const body: { data: { id: string } } = JSON.parse(await reply.text());
  return { status: reply.status, data: body.data };
}

/** Turns all stored answers into emails, and sends all due emails. */
async function settled(): Promise<void> {
  await clock.advance(0);
  const left = await server.services.store.read(all`
    select 'behind' from askwell_email_positions p join askwell_change_heads h on h.account_id = p.account_id
    where h.last_seq > p.position
    union all select 'waiting' from askwell_emails where next_at is not null`);
  expect(left).toEqual([]);
}

const emailsTo = (address: string) => mail.emails.filter(({ to }) => to === address);

test('a respondent gets a receipt with the answers, in the language of the form', async () => {
  const form = await createForm({
    title: 'Anmeldung <b>\r\nBcc: eve@example.net',
    locale: 'de',
    receipt: true,
    after: { message: '*Bis bald*, {{name}}!' },
    fields: [
      { id: 'name', type: 'short_text', label: 'Name' },
      { id: 'email', type: 'email', label: 'E-Mail' },
      {
        id: 'days',
        type: 'multiple_choice',
        label: 'Tage',
        options: [
          { id: 'mo', label: 'Montag' },
          { id: 'di', label: 'Dienstag' },
        ],
      },
      { id: 'source', type: 'hidden', label: 'Quelle' },
      { id: 'ok', type: 'consent', label: 'Einverstanden' },
    ],
  });
  const answers = {
    name: '<script>alert(1)</script>',
    email: 'ada@example.net',
    days: ['di', 'mo'],
    source: 'ad',
    ok: true,
  };
  expect((await submit(`/forms/${form.id}/submissions`, { answers })).status).toBe(201);
  await settled();
  const [email, ...others] = emailsTo('ada@example.net');
  expect(others).toEqual([]);
  expect(email).toMatchObject({
    from: 'Polls <noreply@example.com>',
    subject: 'Deine Antworten: Anmeldung <b> Bcc: eve@example.net',
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
  expect(Object.keys(email?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('bcc');
  expect(email?.text).toContain('Bis bald, \u2068<script>alert(1)</script>\u2069!');
  expect(email?.text).toContain(
    'Name\n  <script>alert(1)</script>\n\nE-Mail\n  ada@example.net\n\nTage\n  Montag\n  Dienstag\n',
  );
  expect(email?.text).not.toContain('Quelle');
  expect(email?.html).toContain('<html lang="de" dir="ltr">');
  expect(email?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(email?.html).not.toContain('<b>');
});

test('a quiz sends the part of the attempt that the visitor may see', async () => {
  const draft: QuizDraft = {
    title: 'Capitals',
    questions: [{ id: 'q1', type: 'single', prompt: 'Capital?', options: ['Lyon', 'Paris'], answer: 'o2' }],
    receipt: true,
  };
  const [revealing, silent] = [await createQuiz(draft), await createQuiz({ ...draft, reveal: 'nothing' })];
  const attempt = { answers: { q1: 'o1' } };
  await submit(`/quizzes/${revealing.id}/attempts`, { ...attempt, email: 'shown@example.net' });
  await submit(`/quizzes/${silent.id}/attempts`, { ...attempt, email: 'hidden@example.net' });
  await submit(`/quizzes/${revealing.id}/attempts`, attempt);
  await settled();
  const [shown, hidden] = [emailsTo('shown@example.net')[0], emailsTo('hidden@example.net')[0]];
  expect(shown?.text).toContain('0 of 1 points');
  expect(shown?.text).toContain('Incorrect');
  expect(shown?.text).toContain('Your answer: Lyon');
  expect(shown?.text).not.toContain('Paris');
  expect(hidden?.text).toContain('Capital?\n  Lyon');
  expect(hidden?.text).not.toMatch(/points|Incorrect|Paris/);
});

test('the texts of a receipt have what the visitor read', async () => {
  const quiz = await createQuiz({
    title: 'Capitals',
    receipt: true,
    collect_name: true,
    questions: [{ id: 'q1', type: 'single', prompt: 'Capital?', options: ['Lyon', 'Paris'], answer: 'o2' }],
    bands: [
      { min_percentage: 0, title: '{{quiz.score}} of {{quiz.max_score}}', message: 'Well done, {{quiz.name|you}}.' },
    ],
    after: { message: 'You reached {{quiz.percentage}}, {{quiz.name|you}}.' },
  });
  const attempt = { answers: { q1: 'o2' }, name: '*Ada*', email: 'banded@example.net' };
  await submit(`/quizzes/${quiz.id}/attempts`, attempt);
  const form = await createForm({
    title: 'Lunch',
    receipt: true,
    fields: [
      { id: 'email', type: 'email', label: 'Email' },
      { id: 'name', type: 'short_text', label: 'Name' },
      {
        id: 'dish',
        type: 'single_choice',
        label: 'What would you like, {{name|you}}?',
        options: [{ id: 'soup', label: 'The soup of {{name|the day}}' }],
      },
    ],
    variables: [{ id: 'price', type: 'number', value: 4 }],
    endings: [{ title: 'Enjoy it, {{name|you}}', text: 'It costs {{price}}.' }],
  });
  const answers = { email: 'ended@example.net', name: '{{dish}} *x*', dish: 'soup' };
  await submit(`/forms/${form.id}/submissions`, { answers });
  await settled();
  const textTo = (address: string) => emailsTo(address)[0]?.text.replace(/[\u2068\u2069]/g, '');
  expect(textTo('banded@example.net')).toContain('You reached 100%, *Ada*.');
  expect(textTo('banded@example.net')).toContain('1 of 1\n  Well done, *Ada*.');
  expect(textTo('ended@example.net')).toContain('Enjoy it, {{dish}} *x*\n\nIt costs 4.');
  expect(textTo('ended@example.net')).toContain(
    'Name\n  {{dish}} *x*\n\nWhat would you like, {{dish}} *x*?\n  The soup of {{dish}} *x*\n',
  );
});

const contact: FormDraft = {
  title: 'Contact',
  receipt: true,
  fields: [{ id: 'email', type: 'email', label: 'E-mail' }],
};

const submitAddress = (form: { id: string }, email: string, headers = {}) =>
  submit(`/forms/${form.id}/submissions`, { answers: { email } }, headers);

test('sends one receipt for an answer, and none for a repeated request or a change', async () => {
  const form = await createForm({ ...contact, one_per: 'browser', allow_change: true });
  const path = `/forms/${form.id}/submissions`;
  const body = { answers: { email: 'once@example.net' }, voter: 'a voter of this test' };
  const headers = { 'idempotency-key': 'once' };
  expect([await submit(path, body, headers), await submit(path, body, headers)]).toMatchObject([
    { status: 201 },
    { status: 201 },
  ]);
  await settled();
  expect((await submit(path, { ...body, answers: { email: 'changed@example.net' } })).status).toBe(200);
  await settled();
  expect(mail.emails.filter(({ to }) => /^(once|changed)@/.test(to)).length).toBe(1);
});

test('no receipts are sent if the owner turned them off, or if the form has no address', async () => {
  const before = mail.emails.length;
  const off = await createForm({ ...contact, receipt: false });
  const empty = await createForm({ ...contact });
  await submitAddress(off, 'off@example.net');
  await submit(`/forms/${empty.id}/submissions`, { answers: {} });
  await settled();
  expect(mail.emails.length).toBe(before);
});

test('an address gets at most five receipts an hour, whatever forms and clients send', async () => {
  const forms = [await createForm(contact), await createForm(contact)] as const;
  for (let n = 0; n < 8; n++)
    await submitAddress(forms[n % 2 === 0 ? 0 : 1], n % 3 === 0 ? 'Victim@example.net' : 'victim@example.net');
  await settled();
  expect(mail.emails.filter(({ to }) => /^victim@/i.test(to)).length).toBe(5);
  await clock.advance({ hours: 1 });
  await submitAddress(forms[0], 'victim@example.net');
  await settled();
  expect(mail.emails.filter(({ to }) => /^victim@/i.test(to)).length).toBe(6);
});

test('a client causes at most sixty receipts an hour', async () => {
  const form = await createForm(contact);
  const client = { 'x-forwarded-for': '10.9.9.9' };
  for (let n = 0; n < 63; n++) {
    // The public limit is 30 requests a minute.
    if (n % 30 === 0) await clock.advance({ minutes: 1 });
    expect((await submitAddress(form, `from-one-client-${n}@example.net`, client)).status).toBe(201);
  }
  await settled();
  expect(mail.emails.filter(({ to }) => to.startsWith('from-one-client-')).length).toBe(60);
  expect((await server.askwell.forms.results(owner.session.account, form.id)).submissions_count).toBe(63);
});

test('no receipts are sent for deleted answers and deleted forms', async () => {
  mail.decide = ({ to }) =>
    to.startsWith('deleted') ? { failure: 'deferred', code: 'EENVELOPE', reply: 451 } : 'sent';
  const [one, two] = [await createForm(contact), await createForm(contact)];
  const { data } = await submitAddress(one, 'deleted1@example.net');
  await submitAddress(two, 'deleted2@example.net');
  const waiting = () =>
    server.services.store.read(
      all`select 1 from askwell_emails where next_at = ${(clock.now().getTime() + 60_000) * 1_000}`,
    );
  await clock.advance(0);
  expect((await waiting()).length).toBe(2);
  await server.askwell.forms.answers.delete(owner.session.account, one.id, data.id);
  expect((await waiting()).length).toBe(1);
  await server.askwell.forms.delete(owner.session.account, two.id);
  expect(await waiting()).toEqual([]);
});
