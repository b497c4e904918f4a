import type { Kind, WireOf } from '../asks/kind.js';
import { timestamp } from '../clock.js';
import { toHex } from '../crypto/hex.js';
import type { PublicKinds } from '../embed/contract.js';
import { checkAnswers, checkSigned } from './check.js';
import type { Attempt, Quiz, QuizDraft } from './contract.js';
import { attemptCells, attemptColumns } from './export.js';
import { fieldsOfQuiz } from './fields.js';
import { markAttempt, scoreOf } from './marking.js';
import { startOf } from './record-starts.js';
import {
  answeredBucket,
  countAttempt,
  largestQuizResults,
  optionBucket,
  quizResults,
  resultsForVisitors,
  targetBucket,
} from './results.js';
import { revealAttempt } from './reveal.js';
import { quizChanges, quizDraft } from './schema.js';
import { settleQuiz } from './settle.js';
import { checkStarted, drawnQuestions } from './started.js';
import type { QuizBody, QuizOwn } from './stored.js';
import { publicQuiz, questionsBehind } from './view.js';

export type QuizWire = WireOf<Quiz, Attempt, PublicKinds['quiz'], 'quiz_id'>;

const beside = ['name', 'email', 'started'];

/** A quiz: inputs with keys that mark them. */
export const quiz: Kind<QuizDraft, QuizOwn, QuizBody, QuizWire> = {
  name: 'quiz',
  plural: 'quizzes',
  answers: 'attempts',
  draft: quizDraft,
  changes: quizChanges,
  defaults: { one_per: null, results_visibility: 'never' },
  members: ['answers', ...beside],
  beside,
  settle: settleQuiz,

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
