import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Askwell, draftOf } from '../src/index.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
let askwell: Askwell;
let site: number;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
  site = (await askwell.sites.create({ name: 'Site' })).id;
});
afterAll(() => service.close());

/** Settings that all kinds share, all with values that differ from the defaults. */
const shared = {
  description: 'All settings.',
  status: 'draft',
  opens_at: '2026-01-31T09:05:07.004213Z',
  closes_at: '2027-01-31T09:05:07.004213Z',
  max_answers: 10,
  keep_answers_days: 30,
  one_per: 'ip',
  allow_change: true,
  results_visibility: 'after_close',
  after: { message: 'Thanks', url: 'https://example.com/' },
  design: { accent: '#0a7d5a' },
  locale: 'pt-BR',
} as const;

/** Returns the members that a copy has in common with its original. */
function definitionOf(ask: object) {
  return { ...ask, id: '', created_at: '', updated_at: '', version: 0 };
}

test('a copy of a poll has the same definition', async () => {
  const { id } = await askwell.polls.create({
    ...shared,
    title: 'P',
    site_id: site,
    type: 'multiple',
    options: ['Tea', { id: 'no', label: 'No', max_votes: 5, image_url: 'https://example.com/no.png' }],
    min_choices: 1,
    max_choices: 2,
    other: true,
    show_others: true,
    shuffle: true,
    results_order: 'votes',
  });
  const rating = await askwell.polls.create({
    title: 'R',
    type: 'rating',
    options: ['Tea', 'Coffee'],
    scale: { min: 1, max: 3 },
    style: 'emoji',
    labels: { min: 'Bad', max: 'Good' },
  });
  for (const original of [await askwell.polls.get(id), rating]) {
    const copy = await askwell.polls.create(draftOf(original));
    expect(copy.id).not.toBe(original.id);
    expect(definitionOf(await askwell.polls.get(copy.id))).toEqual(definitionOf(original));
  }
});

test('a copy of a quiz has the same definition, with its answer keys', async () => {
  const { id } = await askwell.quizzes.create({
    ...shared,
    title: 'Q',
    site_id: site,
    pass_percentage: 60,
    time_limit_seconds: 90,
    max_attempts: null,
    reveal: 'answers',
    feedback: 'each',
    shuffle_questions: true,
    shuffle_options: true,
    draw: 3,
    bands: [{ min_percentage: 50, title: 'Half', message: 'Well done.' }],
    questions: [
      { id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1', points: 2 },
      { type: 'multiple', prompt: 'M', options: ['A', 'B'], answer: ['o1', 'o2'], partial: true, explanation: 'So.' },
      { type: 'text', prompt: 'T', answer: ['Paris'], case_sensitive: true, penalty: 1 },
      { type: 'number', prompt: 'N', answer: { value: 3, tolerance: 1 } },
      { type: 'boolean', prompt: 'B', answer: true },
      { type: 'order', prompt: 'O', options: ['A', 'B'], answer: ['o2', 'o1'] },
      { type: 'match', prompt: 'M', options: ['A', 'B'], targets: ['C', 'D'], answer: { o1: 't2', o2: 't1' } },
    ],
  });
  const original = await askwell.quizzes.get(id);
  const copy = await askwell.quizzes.create(draftOf(original));
  expect(definitionOf(await askwell.quizzes.get(copy.id))).toEqual(definitionOf(original));
});

test('a copy of a form has the same definition, with its conditions', async () => {
  const options = ['Sea', { id: 'garden', label: 'Garden' }] as const;
  const { id } = await askwell.forms.create({
    ...shared,
    title: 'F',
    site_id: site,
    layout: 'steps',
    results_order: 'votes',
    fields: [
      { type: 'heading', label: 'Top' },
      { id: 'room', type: 'dropdown', label: 'Room', options, required: true, help: 'Which?' },
      { type: 'long_text', label: 'Why?', max_length: 9, show_if: { all: [{ field: 'room', is: 'garden' }] } },
      { type: 'multiple_choice', label: 'Liked', options, other: true, min_choices: 1, max_choices: 2 },
      { type: 'ranking', label: 'Best', options },
      { type: 'page' },
      { type: 'matrix', label: 'How', rows: ['Bed', { id: 'bath', label: 'Bath' }], options },
      { type: 'number', label: 'Nights', min: 1, max: 9, step: 1 },
      { type: 'rating', label: 'Stars', scale: { min: 1, max: 5 }, style: 'stars' },
      { type: 'scale', label: 'Score', labels: { min: 'No', max: 'Yes' } },
      { type: 'email', label: 'Email', placeholder: 'you@example.com' },
      { type: 'consent', label: 'Terms' },
      { type: 'hidden', label: 'Source' },
    ],
  });
  const original = await askwell.forms.get(id);
  const copy = await askwell.forms.create(draftOf(original));
  expect(definitionOf(await askwell.forms.get(copy.id))).toEqual(definitionOf(original));
});

test('a draft contains no properties that cannot be set', async () => {
  const poll = await askwell.polls.create({ title: 'P', options: ['A', 'B'] });
  const newer = { ...poll, added_later: 1 };
  const draft = draftOf(newer);
  for (const name of ['id', 'version', 'answers_count', 'created_at', 'updated_at', 'accepting', 'added_later'])
    expect(draft).not.toHaveProperty(name);
});
