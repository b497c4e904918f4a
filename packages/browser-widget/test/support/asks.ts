import type { FieldDraft, QuestionDraft } from '@askwell/server/contract';

/** One question of each type; the right answers are in the order of `q1`, `q2` … */
export const everyQuestion = [
  {
    type: 'single',
    prompt: 'Capital of France?',
    options: ['London', 'Paris'],
    answer: 'o2',
    explanation: 'On the Seine.',
  },
  { type: 'multiple', prompt: 'Which are primes?', options: ['Two', 'Four', 'Five'], answer: ['o1', 'o3'] },
  { type: 'boolean', prompt: 'Is water wet?', answer: true },
  { type: 'text', prompt: 'Largest ocean?', answer: ['Pacific', 'Pacific Ocean'] },
  { type: 'number', prompt: 'Pi?', answer: { value: 3.14, tolerance: 0.01 } },
  { type: 'order', prompt: 'By size?', options: ['Moon', 'Sun', 'Earth'], answer: ['o1', 'o3', 'o2'] },
  {
    type: 'match',
    prompt: 'Whose sound?',
    options: ['Cat', 'Dog'],
    targets: ['Meow', 'Woof'],
    answer: { o1: 't1', o2: 't2' },
  },
] as const satisfies readonly QuestionDraft[];

/** One field of each type, on three pages. */
export const everyField = [
  { type: 'heading', label: 'About you', help: 'We keep this to ourselves.' },
  { id: 'name', type: 'short_text', label: 'Name', required: true, placeholder: 'Visitor' },
  { id: 'story', type: 'long_text', label: 'Story', help: 'As long as you like.', max_length: 20 },
  { id: 'email', type: 'email', label: 'E-mail', required: true },
  { id: 'site', type: 'url', label: 'Website' },
  { id: 'phone', type: 'phone', label: 'Phone' },
  { id: 'nights', type: 'number', label: 'Nights', min: 1, max: 5, step: 1 },
  { id: 'day', type: 'date', label: 'Arrival' },
  { id: 'hour', type: 'time', label: 'Hour' },
  { id: 'taste', type: 'page', label: 'Your taste' },
  { id: 'pick', type: 'single_choice', label: 'Pick one', options: ['Red', 'Green'], other: true },
  { id: 'why', type: 'short_text', label: 'Why green?', show_if: { all: [{ field: 'pick', is: 'o2' }] } },
  { id: 'some', type: 'multiple_choice', label: 'Pick some', options: ['Ash', 'Oak', 'Elm'], min_choices: 2 },
  { id: 'list', type: 'dropdown', label: 'From a list', options: ['Tea', 'Mate'], other: true },
  { id: 'rank', type: 'ranking', label: 'Rank these', options: ['Sea', 'Hills', 'City'] },
  { id: 'end', type: 'page', label: '' },
  { id: 'rate', type: 'rating', label: 'Rate us' },
  { id: 'nps', type: 'scale', label: 'Would you recommend us?' },
  { id: 'how', type: 'matrix', label: 'How was it?', rows: ['Room', 'Food'], options: ['Bad', 'Good'] },
  { id: 'agree', type: 'consent', label: 'I agree to the terms', required: true },
  { id: 'source', type: 'hidden', label: 'Source' },
] as const satisfies readonly FieldDraft[];

/** An answer to each of {@link everyField}. */
export const everyAnswer = {
  name: 'Visitor',
  story: 'Two\nlines',
  email: 'visitor@example.com',
  site: 'https://example.com/kim',
  phone: '+44 20 7946 0958',
  nights: 3,
  day: '2026-05-01',
  hour: '09:05',
  pick: 'o2',
  why: 'Leaves',
  some: ['o1', 'o3'],
  list: { other: 'Water' },
  rank: ['o3', 'o1'],
  rate: 4,
  nps: 10,
  how: { r2: 'o2' },
  agree: true,
  source: 'newsletter',
};
