import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { QuizDraft } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const fields = [{ type: 'number', id: 'seats', label: 'Seats', max: 10 }] as const;
const endings = [
  { id: 'big', title: 'Big', when: { field: 'seats', greater: 10 } },
  { id: 'done', title: 'Done, {{name}}' },
] as const;
const found = [
  { path: 'endings.0.when', code: 'never_true', params: {}, message: 'No answers make this true.' },
  { path: 'endings.0', code: 'unreachable_ending', params: {}, message: 'No answers lead to this ending.' },
  {
    path: 'endings.1.title',
    code: 'unknown_placeholder',
    params: { name: 'name' },
    message: 'No field or variable has the ID "name".',
  },
];

test('the published definition and the changes that are not published are checked', async () => {
  const { account } = owner.session;
  const { forms } = server.askwell;
  const { id } = await forms.create(account, { title: 'Order', fields, endings });
  const read = async (query = '') =>
    call(server, 'GET', `/api/v1/forms/${id}/warnings${query}`, { key: await owner.key() });

  const reply = await read();
  expect([reply.status, reply.at('data')]).toEqual([200, { form_id: id, warnings: found }]);
  expect(await forms.warnings(account, id)).toEqual({ form_id: id, warnings: found });

  const { revision, definition } = await forms.workingCopy.get(account, id);
  const corrected = { ...definition, endings: [{ ...endings[1], title: 'Done' }] };
  const saved = await forms.workingCopy.update(account, id, { revision, definition: corrected });
  expect((await read('?definition=working_copy')).at('data.warnings')).toEqual([]);
  expect(await forms.warnings(account, id, { definition: 'working_copy' })).toEqual({ form_id: id, warnings: [] });
  expect((await read('?definition=published')).at('data.warnings')).toEqual(found);

  const incomplete = { ...definition, fields: [] };
  await forms.workingCopy.update(account, id, { revision: saved.revision, definition: incomplete });
  const refused = await read('?definition=working_copy');
  expect([refused.status, refused.at('issues.0.path')]).toEqual([422, 'fields']);
  await expect(forms.warnings(account, id, { definition: 'working_copy' })).rejects.toMatchObject({ code: 'invalid' });
});

test('warnings do not prevent a form from being published', async () => {
  const { account } = owner.session;
  const { forms } = server.askwell;
  const { id } = await forms.create(account, { title: 'Order', status: 'draft', fields, endings });
  expect(await forms.update(account, id, { status: 'open' })).toMatchObject({ status: 'open' });
  expect(await forms.submissions.create(id, { answers: { seats: 3 } })).toMatchObject({ ending: { id: 'done' } });
});

test('an unknown definition and the forms of others are refused', async () => {
  const { id } = await server.askwell.forms.create(owner.session.account, { title: 'Order', fields });
  const other = await createOwner(server.services);
  const path = `/api/v1/forms/${id}/warnings`;
  const wrong = await call(server, 'GET', `${path}?definition=draft`, { key: await owner.key() });
  expect([wrong.status, wrong.at('issues.0.code')]).toEqual([422, 'not_one_of']);
  expect((await call(server, 'GET', path, { key: await other.key() })).status).toBe(404);
});

const prompt = 'Is $\\frac{1}{2$ or $\\boxed{x}$ less than $1$?';
const questions = [
  {
    id: 'half',
    type: 'single',
    prompt,
    options: [
      { id: 'yes', label: 'Yes, $x^2^3$' },
      { id: 'no', label: 'No, $\\frac12$' },
    ],
    answer: 'yes',
    explanation: `$${'x'.repeat(1_000)}$`,
  },
  {
    id: 'pairs',
    type: 'match',
    prompt: 'Costs $5 or $6',
    options: [
      { id: 'a', label: 'A' },
      { id: 'b', label: 'B' },
    ],
    targets: [
      { id: 't1', label: '$\\unknown$' },
      { id: 't2', label: 'T' },
    ],
    answer: { a: 't1', b: 't2' },
  },
] as const;
const quizTexts = {
  title: '$\\frac{$',
  description: '$\\frac{$',
  after: { message: '$$\n\\sqrt{\n$$' },
  bands: [{ min_percentage: 50, title: 'Good', message: '- $\\def\\a{b}\\a$' }],
};

/** The path, the code and the formula of each warning. */
const short = (warnings: readonly Issue[]) => warnings.map(({ path, code, params }) => [path, code, params['formula']]);

test('the formulas of a quiz that visitors see as TeX are named with their texts', async () => {
  const { account } = owner.session;
  const { quizzes } = server.askwell;
  const { id } = await quizzes.create(account, { ...quizTexts, questions });
  const { quiz_id, warnings } = await quizzes.warnings(account, id);
  expect(quiz_id).toBe(id);
  expect(short(warnings)).toEqual([
    ['description', 'invalid_formula', '$\\frac{$'],
    ['after.message', 'invalid_formula', '$$ \\sqrt{ $$'],
    ['bands.0.message', 'invalid_formula', '$\\def\\a{b}\\a$'],
    ['questions.0.prompt', 'invalid_formula', '$\\frac{1}{2$'],
    ['questions.0.prompt', 'invalid_formula', '$\\boxed{x}$'],
    ['questions.0.options.0.label', 'invalid_formula', '$x^2^3$'],
    ['questions.0.explanation', 'formula_too_long', `$${'x'.repeat(58)}…`],
    ['questions.1.targets.0.label', 'invalid_formula', '$\\unknown$'],
  ]);
  const reply = await call(server, 'GET', `/api/v1/quizzes/${id}/warnings`, { key: await owner.key() });
  expect([reply.status, reply.at('data')]).toEqual([200, { quiz_id, warnings }]);
  expect(warnings[3]?.message).toBe(
    'Visitors see the TeX of the formula $\\frac{1}{2$: it has a mistake, or a command that cannot be shown.',
  );
});

test('the translations of a quiz are checked, and texts without a translation once', async () => {
  const { account } = owner.session;
  const { quizzes } = server.askwell;
  const { id } = await quizzes.create(account, {
    title: 'Halves',
    languages: ['en', 'de'],
    questions: [{ ...questions[0], prompt: 'Half?', explanation: null }],
    translations: { de: { questions: { half: { prompt: 'Halb $x_{$?', options: { no: { label: 'Nein, $1$' } } } } } },
  });
  expect(short((await quizzes.warnings(account, id)).warnings)).toEqual([
    ['questions.0.options.0.label', 'invalid_formula', '$x^2^3$'],
    ['translations.de.questions.half.prompt', 'invalid_formula', '$x_{$'],
  ]);
});

test('the first formula beyond the limits of a response is named, in the language of the quiz', async () => {
  const { account } = owner.session;
  const { quizzes } = server.askwell;
  const labels = (from: number) => Array.from({ length: 20 }, (_, at) => `$x_{${from + at}}$`);
  const many = Array.from({ length: 26 }, (_, at) => {
    return { id: `q${at}`, type: 'single', prompt: 'Which?', options: labels(at * 20), answer: 'o1' } as const;
  });
  const warningsOf = async (draft: Pick<QuizDraft, 'questions' | 'languages' | 'translations'>) =>
    (await quizzes.warnings(account, (await quizzes.create(account, { title: 'Many', ...draft })).id)).warnings;
  expect(await warningsOf({ questions: many })).toEqual([
    expect.objectContaining({
      path: 'questions.25.options.0.label',
      code: 'too_many_formulas',
      params: { formula: '$x_{500}$', max: 500 },
    }),
  ]);
  const asked = many.slice(0, 25);
  const texts = Object.fromEntries(asked.map(({ id: question }) => [question, { prompt: `Wie $y_{${question}}$?` }]));
  const translations = { de: { questions: texts } };
  expect(await warningsOf({ questions: asked, languages: ['en', 'de'], translations })).toEqual([]);
});

test('polls have no warnings', async () => {
  const { id } = await server.askwell.polls.create(owner.session.account, { title: 'Lunch?', options: ['$x_{$', 'B'] });
  expect((await call(server, 'GET', `/api/v1/polls/${id}/warnings`, { key: await owner.key() })).status).toBe(404);
});
