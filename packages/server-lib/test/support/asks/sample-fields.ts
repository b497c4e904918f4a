/*
 * Fields and answers for tests of forms.
 */

export const email = { type: 'email', label: 'Address' };
export const text = { type: 'short_text', label: 'Name' };
export const number = { type: 'number', label: 'How many?' };
export const choice = { type: 'single_choice', label: 'Which?', options: ['a', 'b'] };
export const several = { type: 'multiple_choice', label: 'Which?', options: ['a', 'b', 'c'] };
export const matrix = { type: 'matrix', label: 'How?', rows: ['Soup', 'Salad'], options: ['Good', 'Bad'] };
export const listOf = (count: number) => Array.from({ length: count }, (_, at) => `Number ${at + 1}`);

/** One field of each type, with only the required members. */
export const everyFieldType = [
  text,
  { ...text, type: 'long_text' },
  email,
  { type: 'url', label: 'Page' },
  { type: 'phone', label: 'Phone' },
  number,
  { type: 'date', label: 'Day' },
  { type: 'time', label: 'Time' },
  choice,
  several,
  { ...choice, type: 'dropdown' },
  { ...choice, type: 'ranking' },
  { type: 'rating', label: 'How good?' },
  { type: 'scale', label: 'Would you recommend it?' },
  matrix,
  { type: 'consent', label: 'I agree' },
  { type: 'hidden' },
  { type: 'heading', label: 'And now' },
  { type: 'page' },
];

export const everyAnswer = {
  f1: 'Zoë 🙂',
  f2: 'one\ntwo',
  f3: 'a@b.c',
  f4: 'https://example.com/?q=1',
  f5: '+44 20 7946 0958',
  f6: -0.5,
  f7: '2024-02-29',
  f8: '09:05',
  f9: 'o2',
  f10: ['o1', 'o3'],
  f11: 'o1',
  f12: ['o2', 'o1'],
  f13: 4,
  f14: 0,
  f15: { r1: 'o1', r2: 'o2' },
  f16: true,
  f17: 'campaign-7',
};
