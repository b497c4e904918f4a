/** A poll, a quiz of 20 questions and a form of 15 fields, each with an answer. */

const options = ['One', 'Two', 'Three', 'Four'];
const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at + 1);

/** Results are hidden, so that the cost of an answer does not include them. */
const results_visibility = /** @type {const} */ ('never');

export const poll = {
  draft: { title: 'Lunch?', options: ['Soup', 'Salad', 'Bread'], results_visibility },
  filled: { choices: ['o1'] },
};

export const quiz = {
  /** @type {import('@askwell/server').QuizDraft} */
  draft: {
    title: 'Twenty questions',
    results_visibility,
    questions: numbers(20).map((at) =>
      at % 4 === 0
        ? { type: 'text', prompt: `Question ${at}?`, answer: ['Paris'] }
        : { type: 'single', prompt: `Question ${at}?`, options, answer: 'o2' },
    ),
  },
  filled: { answers: Object.fromEntries(numbers(20).map((at) => [`q${at}`, at % 4 === 0 ? ' paris ' : 'o2'])) },
};

/** An attempt at a quiz of 100 questions costs ten times as much as a vote. */
export const longQuiz = {
  /** @type {import('@askwell/server').QuizDraft} */
  draft: {
    title: 'A hundred questions',
    results_visibility,
    questions: numbers(100).map((at) => ({
      type: 'order',
      prompt: `Question ${at}?`,
      options,
      answer: ['o1', 'o2', 'o3', 'o4'],
    })),
  },
  filled: { answers: Object.fromEntries(numbers(100).map((at) => [`q${at}`, ['o2', 'o1', 'o3', 'o4']])) },
};

export const form = {
  /** @type {import('@askwell/server').FormDraft} */
  draft: {
    title: 'Fifteen fields',
    results_visibility,
    fields: numbers(15).map((at) => {
      const label = `Field ${at}`;
      switch (at % 5) {
        case 0:
          return { type: 'single_choice', label, options };
        case 1:
          return { type: 'short_text', label, required: true };
        case 2:
          return { type: 'email', label };
        case 3:
          return { type: 'number', label, min: 0, max: 100 };
        default:
          return { type: 'rating', label };
      }
    }),
  },
  filled: {
    answers: Object.fromEntries(
      numbers(15).map((at) => [`f${at}`, ['o1', 'Some words of an answer', 'visitor@example.com', 42, 4][at % 5]]),
    ),
  },
};
