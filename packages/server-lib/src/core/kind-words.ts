import type { AskKind } from '../shared/contract/ask-types.js';

/** The words for each kind in operation IDs and descriptions. */
export const kindWords = {
  poll: {
    a: 'a poll',
    plural: 'polls',
    Many: 'Polls',
    One: 'Poll',
    an: 'a vote',
    answers: 'votes',
    Answers: 'Votes',
    Answer: 'Vote',
  },
  quiz: {
    a: 'a quiz',
    plural: 'quizzes',
    Many: 'Quizzes',
    One: 'Quiz',
    an: 'an attempt',
    answers: 'attempts',
    Answers: 'Attempts',
    Answer: 'Attempt',
  },
  form: {
    a: 'a form',
    plural: 'forms',
    Many: 'Forms',
    One: 'Form',
    an: 'a submission',
    answers: 'submissions',
    Answers: 'Submissions',
    Answer: 'Submission',
  },
} as const satisfies Record<AskKind, object>;
