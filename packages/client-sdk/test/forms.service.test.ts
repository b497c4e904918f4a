import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Askwell, defineForm, NotFoundError, ValidationError } from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

const contact = defineForm({
  title: 'Contact',
  fields: [
    { id: 'email', type: 'email', label: 'Your email', required: true },
    { id: 'topics', type: 'multiple_choice', label: 'About', options: ['Sales', 'Help'], other: true },
    { type: 'matrix', label: 'How was it?', rows: ['Room', 'Food'], options: ['Good', 'Bad'] },
  ],
});

let service: TestService;
let askwell: Askwell;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
});
afterAll(() => service.close());

test('forms are created, listed, read, updated and deleted', async () => {
  const created = await askwell.forms.create(contact);
  expect(created.fields.map(({ id }) => id)).toEqual(['email', 'topics', 'f1']);
  expect(await askwell.forms.get(created.id)).toEqual(created);
  expect((await askwell.forms.list().page()).data).toEqual([created]);
  expect(await askwell.forms.update(created.id, { after: { message: 'Thank you.' } })).toMatchObject({
    after: { message: 'Thank you.', url: null },
  });
  expect(await askwell.forms.delete(created.id)).toBeUndefined();
  expect(await rejectionOf(askwell.forms.get(created.id))).toBeInstanceOf(NotFoundError);
});

test('submissions are created without the key, counted, read, streamed and deleted', async () => {
  const { id } = await askwell.forms.create(contact);
  const answers = { email: 'visitor@example.com', topics: ['o2', { other: 'Parking' }], f1: { r1: 'o1' } } as const;
  const receipt = await askwell.forms.submissions.create(id, { answers });
  expect(receipt).toMatchObject({ form_id: id, message: null });

  const submission = await askwell.forms.submissions.get(id, receipt.id);
  expect(submission.answers).toEqual(answers);
  expect(await askwell.forms.submissions.list(id).toArray()).toEqual([submission]);
  const streamed = [];
  for await (const one of await askwell.forms.submissions.jsonl(id)) streamed.push(one);
  expect(streamed).toEqual([submission]);
  expect(await (await askwell.forms.submissions.csv(id)).text()).toContain('visitor@example.com');

  const { submissions_count, fields } = await askwell.forms.results(id);
  expect(submissions_count).toBe(1);
  const about = { rows: 'field.topics', columns: 'field.f1.r1', where: { 'field.f1.r1': 'o1' } };
  const { answers: crossed, rows } = await askwell.forms.crossTable(id, about);
  expect([crossed, rows.map(({ label, counts }) => [label, counts])]).toEqual([
    1,
    [
      ['Sales', [0, 0]],
      ['Help', [1, 0]],
      ['Others', [1, 0]],
    ],
  ]);
  expect(await rejectionOf(askwell.forms.crossTable(id, { ...about, rows: 'field.gone' }))).toMatchObject({
    issues: [{ path: 'rows', code: 'not_one_of' }],
  });
  expect(await askwell.forms.paths(id, { where: { 'field.f1.r1': 'o1' } })).toMatchObject({
    steps: [{ from: null, to: 'submit', submissions: 1 }],
  });
  const topics = fields.find((field) => field.id === 'topics');
  expect(topics).toMatchObject({ type: 'multiple_choice', others: [{ text: 'Parking', count: 1 }] });

  await askwell.forms.submissions.delete(id, submission.id);
  expect(await askwell.forms.results(id)).toMatchObject({ submissions_count: 0 });
  await askwell.forms.submissions.create(id, { answers });
  await askwell.forms.submissions.reset(id);
  expect(await askwell.forms.submissions.list(id).toArray()).toEqual([]);
});

test('an invalid answer causes a ValidationError with its field', async () => {
  const { id } = await askwell.forms.create(contact);
  const error = await rejectionOf(askwell.forms.submissions.create(id, { answers: { email: 'name at example' } }));
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toHaveProperty('errors', { 'answers.email': ['Must be an email address like name@example.com.'] });
});

test('a ticket allows one submission', async () => {
  const { id } = await askwell.forms.create({ ...contact, one_per: 'ticket' });
  const { tickets } = await askwell.forms.tickets.create(id, 1);
  await askwell.forms.submissions.create(id, { answers: { email: 'visitor@example.com' }, ticket: tickets[0] });
  expect(await askwell.forms.tickets.count(id)).toEqual({ count: 1, used: 1 });
});
