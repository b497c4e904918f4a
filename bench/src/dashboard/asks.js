/**
 * The asks that the databases of the dashboard consist of, each with ten answers that are repeated.
 *
 * @typedef {object} Sample
 * @property {'polls' | 'quizzes' | 'forms'} plural
 * @property {object} draft
 * @property {object[]} answers
 */

const ten = Array.from({ length: 10 }, (_, at) => at);
const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at + 1);
const options = ['Soup', 'Salad', 'Bread', 'Noodles', 'Rice', 'Curry'];

/** @type {Sample} */
export const hotPoll = {
  plural: 'polls',
  draft: { title: 'Lunch on Friday', options, one_per: 'browser' },
  answers: ten.map((at) => ({ choices: [`o${(at % 6) + 1}`] })),
};

/** It has the same answers as {@link hotPoll}, which needs no tickets. */
export const ticketPoll = { ...hotPoll, draft: { ...hotPoll.draft, title: 'Board election', one_per: 'ticket' } };

/** @type {Sample} */
export const largeQuiz = {
  plural: 'quizzes',
  draft: {
    title: 'Safety at work',
    pass_percentage: 60,
    questions: numbers(10).map((at) =>
      at % 5 === 0
        ? { type: 'text', prompt: `Question ${at}: what is the word?`, answer: ['Paris'] }
        : { type: 'single', prompt: `Question ${at}: which one is right?`, options: options.slice(0, 4), answer: 'o2' },
    ),
  },
  answers: ten.map((at) => ({
    answers: Object.fromEntries(
      numbers(10).map((q) => [`q${q}`, q % 5 === 0 ? (at % 2 ? 'Paris' : 'Rome') : `o${((at * q) % 4) + 1}`]),
    ),
  })),
};

/** @param {number} at */
function field(at) {
  const label = `Field ${at} of the form`;
  switch (at % 7) {
    case 0:
      return { type: 'single_choice', label, options, other: true };
    case 1:
      return { type: 'short_text', label };
    case 2:
      return { type: 'email', label };
    case 3:
      return { type: 'number', label, min: 0, max: 100 };
    case 4:
      return { type: 'multiple_choice', label, options };
    case 5:
      return { type: 'date', label };
    default:
      return { type: 'rating', label };
  }
}

/** @param {number} at The number of the field. @param {number} nth The number of the answer. */
function value(at, nth) {
  const values = [
    nth === 3 ? { other: 'Pancakes' } : `o${((at + nth) % 6) + 1}`,
    `Words of answer ${nth} to field ${at}`,
    `visitor${nth}@example.com`,
    (at * nth) % 100,
    [`o${(nth % 6) + 1}`, `o${((nth + 2) % 6) + 1}`],
    `2026-0${(nth % 9) + 1}-15`,
    (nth % 5) + 1,
  ];
  return values[at % 7];
}

/** @type {Sample} */
export const largeForm = {
  plural: 'forms',
  draft: { title: 'Application for a place', fields: numbers(20).map(field) },
  answers: ten.map((nth) => ({ answers: Object.fromEntries(numbers(20).map((at) => [`f${at}`, value(at, nth)])) })),
};

/** The other asks are made of these in turn. @type {Sample[]} */
export const others = [
  { plural: 'polls', draft: { title: 'Colour of the week', options }, answers: hotPoll.answers },
  {
    plural: 'polls',
    draft: { title: 'Rate the menu', type: 'rating', options },
    answers: ten.map((at) => ({ ratings: { o1: (at % 5) + 1, o2: ((at + 2) % 5) + 1 } })),
  },
  {
    plural: 'polls',
    draft: { title: 'Rank the venues', type: 'ranked', options },
    answers: ten.map((at) => ({ choices: [`o${(at % 6) + 1}`, `o${((at + 1) % 6) + 1}`] })),
  },
  { plural: 'quizzes', draft: { ...largeQuiz.draft, title: 'Capitals of Europe' }, answers: largeQuiz.answers },
  {
    plural: 'forms',
    draft: { title: 'Feedback on the workshop', fields: numbers(5).map(field) },
    answers: ten.map((nth) => ({ answers: Object.fromEntries(numbers(5).map((at) => [`f${at}`, value(at, nth)])) })),
  },
];
