import { drafts, type Plural } from './create-ask.js';

/** A kind of ask with a definition and an answer to it. */
export interface KindUnderTest {
  readonly plural: Plural;
  readonly answers: 'votes' | 'attempts' | 'submissions';
  readonly draft: object;
  readonly answer: object;
}

export const kindsUnderTest: readonly KindUnderTest[] = [
  {
    plural: 'polls',
    answers: 'votes',
    draft: drafts.polls,
    answer: { choices: ['o1'] },
  },
  {
    plural: 'quizzes',
    answers: 'attempts',
    draft: drafts.quizzes,
    answer: { answers: { q1: true } },
  },
  {
    plural: 'forms',
    answers: 'submissions',
    draft: drafts.forms,
    answer: { answers: { f1: 'Somebody' } },
  },
];
