const many = (/** @type {number} */ count, /** @type {(at: number) => unknown} */ item) =>
  Array.from({ length: count }, (_, at) => item(at));
const text = (/** @type {number} */ length) => 'm'.repeat(length);

/**
 * The largest definitions of each kind that fit into a request of 256 KiB: each reaches the maximum of another member.
 *
 * @type {Record<string, { kind: 'polls' | 'quizzes' | 'forms', draft: any }>}
 */
export const largestDefinitions = {
  'poll, 100 options with labels and images': {
    kind: 'polls',
    draft: {
      title: text(300),
      options: many(100, (at) => ({ label: `${at} ${text(495)}`, image_url: `https://example.com/${text(2_000)}` })),
    },
  },
  'poll, 100 options rated from 1 to 100': {
    kind: 'polls',
    draft: {
      title: 'Rated',
      type: 'rating',
      scale: { min: 1, max: 100 },
      options: many(100, (at) => `${at} ${text(495)}`),
    },
  },
  'quiz, 200 questions': {
    kind: 'quizzes',
    draft: {
      title: 'Quiz',
      questions: many(200, (at) => ({
        type: 'single',
        prompt: `${at} ${text(900)}`,
        options: [{ id: 'a', label: text(100) }, 'b', 'c', 'd'],
        answer: 'a',
      })),
    },
  },
  'quiz, options to match with targets': {
    kind: 'quizzes',
    draft: {
      title: 'Match',
      questions: many(20, () => ({
        type: 'match',
        prompt: 'Match',
        options: many(200, () => 'o'),
        targets: many(200, () => 't'),
        answer: Object.fromEntries(
          many(200, (at) => [`o${Number(at) + 1}`, `t${Number(at) + 1}`]).map(
            (pair) => /** @type {[string, string]} */ (pair),
          ),
        ),
      })),
    },
  },
  'quiz, options to order': {
    kind: 'quizzes',
    draft: {
      title: 'Order',
      questions: many(40, () => ({
        type: 'order',
        prompt: 'Order',
        options: many(200, () => 'o'),
        answer: many(200, (at) => `o${Number(at) + 1}`),
      })),
    },
  },
  'form, 200 fields with long texts': {
    kind: 'forms',
    draft: { title: 'Texts', fields: many(200, () => ({ type: 'short_text', label: text(500), help: text(700) })) },
  },
  'form, many options': {
    kind: 'forms',
    draft: {
      title: 'Options',
      fields: many(70, () => ({ type: 'multiple_choice', label: 'x', options: many(200, () => 'o') })),
    },
  },
  'form, 50 conditions on each of 80 fields': {
    kind: 'forms',
    draft: {
      title: 'Conditions',
      fields: many(80, (at) => ({
        id: `f${at}`,
        type: 'short_text',
        label: `${at} ${text(400)}`,
        ...(at === 0
          ? {}
          : { show_if: { all: many(50, (nth) => ({ field: `f${Number(nth) % Number(at)}`, is: `v${nth}` })) } }),
      })),
    },
  },
  'form, 50 conditions on one of 200 options': {
    kind: 'forms',
    draft: {
      title: 'Conditions on options',
      fields: [
        { id: 'a', type: 'multiple_choice', label: 'A', options: many(200, (at) => `${at} ${text(200)}`) },
        ...many(90, (at) => ({
          id: `f${at}`,
          type: 'short_text',
          label: 'x',
          show_if: { any: many(50, (nth) => ({ field: 'a', contains: `o${Number(nth) + 1}` })) },
        })),
      ],
    },
  },
  'form, 200 options ranked': {
    kind: 'forms',
    draft: {
      title: 'Ranked',
      fields: many(40, () => ({ type: 'ranking', label: 'x', options: many(200, () => 'o') })),
    },
  },
  'form, matrices of 50 rows and 20 options': {
    kind: 'forms',
    draft: {
      title: 'Matrices',
      fields: many(100, () => ({
        type: 'matrix',
        label: 'x',
        rows: many(50, () => 'r'),
        options: many(20, () => 'o'),
      })),
    },
  },
  'form, scales of 100 values': {
    kind: 'forms',
    draft: { title: 'Scales', fields: many(200, () => ({ type: 'rating', label: 'x', scale: { min: 1, max: 100 } })) },
  },
};
