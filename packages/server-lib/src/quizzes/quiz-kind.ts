import type { KindDefinition } from '../asks/kind-definition.js';
import type { KindTypesOf } from '../asks/kind-types.js';
import { timestamp } from '../clock.js';
import { toHex } from '../crypto/hex.js';
import { checkAnswers, checkSigned } from './check-attempt.js';
import { attemptCells, attemptColumns } from './csv-columns.js';
import { markAttempt, scoreOf } from './marking/mark-attempt.js';
import { revealAttempt } from './marking/reveal.js';
import { fieldsOfQuiz } from './parse-form-fields.js';
import type { PublicQuiz } from './quiz-types.js';
import {
  answeredBucket,
  countAttempt,
  largestQuizResults,
  optionBucket,
  quizResults,
  resultsForVisitors,
  targetBucket,
} from './quiz-results.js';
import { quizChanges, quizDraft } from './quiz-schema.js';
import type { Attempt, AttemptReceipt, Quiz, QuizDraft, QuizResults } from './quiz-types.js';
import { startOf } from './start/start-queries.js';
import { checkStarted, drawnQuestions } from './start/start-token.js';
import type { QuizBody, QuizOwn } from './stored-quiz.js';
import { validateQuiz } from './validate-quiz.js';
import { publicQuiz, questionsBehind } from './visitor-view.js';

export type QuizWire = KindTypesOf<
  Quiz,
  Attempt,
  { view: PublicQuiz; results: QuizResults; receipt: AttemptReceipt },
  'quiz_id'
>;

const beside = ['name', 'email', 'started'];

/** A quiz: inputs with keys that mark them. */
export const quiz: KindDefinition<QuizDraft, QuizOwn, QuizBody, QuizWire> = {
  name: 'quiz',
  plural: 'quizzes',
  answers: 'attempts',
  draft: quizDraft,
  changes: quizChanges,
  defaults: { one_per: null, results_visibility: 'never' },
  members: ['answers', ...beside],
  beside,
  settle: validateQuiz,

  toDraft: (own, shared) => ({ ...shared, ...showQuiz(own) }),

  show: showQuiz,

  naming: (quiz_id) => ({ quiz_id }),

  fixed: ({ questions }) => Object.fromEntries(questions.map(({ id, type }) => [`the type of ${id}`, type])),

  parts: ({ questions }) =>
    questions.flatMap(({ id, options, targets }, at) => [
      { path: `questions.${at}`, id, bucket: answeredBucket(id) },
      ...options.map((option, nth) => ({
        path: `questions.${at}.options.${nth}`,
        id: option.id,
        bucket: optionBucket(id, option.id),
      })),
      ...targets.map((target, nth) => ({
        path: `questions.${at}.targets.${nth}`,
        id: target.id,
        bucket: targetBucket(id, target.id),
      })),
    ]),

  caps: () => new Map(),

  fromFields: fieldsOfQuiz,

  names: ({ questions }) => questions.map(({ id }) => id),

  check: (ask, given, faults, moment) => {
    const signed = checkSigned(given, faults);
    const start = checkStarted(ask, given['started'], moment, faults);
    if (start === undefined) return undefined;
    const asked = drawnQuestions(ask, start, moment.secret);
    const answers = checkAnswers(asked, given['answers'], faults);
    const body: QuizBody = { answers, marks: markAttempt(asked, answers, moment.now), ...signed };
    return start === null ? { body } : { body, spends: toHex(start.nonce) };
  },

  *startGiven(ask, voter) {
    const start = yield* startOf(ask, voter);
    return start && toHex(start.nonce);
  },

  perVoter: ({ max_attempts }) => max_attempts ?? 1,

  view: (ask, { secret }) => publicQuiz(ask, secret),

  receipt: ({ own }, body) => revealAttempt(own, body),

  receiptHasResults: false,

  contribute: countAttempt,

  showAnswer: (own, { answers, marks, name, email }) => ({
    answers,
    name: name ?? null,
    email: email ?? null,
    ...scoreOf(own, marks),
    questions: marks.questions.map(([id, correct, points]) => ({ id, correct, points })),
    graded_at: timestamp(marks.at),
  }),

  results: quizResults,

  resultsForVisitors,

  largestView: (own) =>
    questionsBehind(
      own,
      own.questions.map(({ id }) => id),
    ),

  largestResults: (own) => [largestQuizResults(own)],

  content: 'questions',

  writeInInputs: () => [],

  columns: attemptColumns,

  cells: attemptCells,
};

type OwnPart = Pick<Quiz, Exclude<keyof QuizOwn, 'next'>>;

function showQuiz({ next: _, questions, bands, ...own }: QuizOwn): OwnPart {
  return { ...own, questions: questions.map(({ next: _next, ...question }) => question), bands: [...bands] };
}
