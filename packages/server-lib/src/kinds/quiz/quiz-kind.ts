import { formatTimestamp } from '../../base/clock.js';
import { toHex } from '../../base/crypto/hex.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { KindTypesOf } from '../../core/kind-types.js';
import type {
  Attempt,
  AttemptReceipt,
  PublicQuiz,
  Quiz,
  QuizDraft,
  QuizResults,
} from '../../shared/contract/resources.js';
import { afterSubmission } from '../../shared/presentation/after-answer.js';
import { plainQuizLabel } from '../../shared/presentation/quiz-text.js';
import { attemptColumns } from './attempt-columns.js';
import { checkQuizAnswers, checkRespondent } from './check-attempt.js';
import { attemptCsvCells, attemptCsvColumns } from './csv-columns.js';
import { attemptFilters } from './filter-attempts.js';
import { findFormulaWarnings } from './find-formula-warnings.js';
import { markAttempt, scoreOf } from './mark-attempt.js';
import { parseQuizFields } from './parse-form-fields.js';
import {
  answeredBucket,
  countAttempt,
  largestQuizResults,
  optionBucket,
  quizResults,
  resultsForVisitors,
  targetBucket,
} from './quiz-results.js';
import { quizChanges, quizDraft, quizTextShape } from './quiz-schema.js';
import { formulaTexts } from './quiz-texts.js';
import { revealAttempt } from './reveal.js';
import { selectLastStart } from './start-queries.js';
import { checkStartToken, drawQuestions, verifyStart } from './start-token.js';
import { feedbackOf, type QuizBody, type QuizOwn } from './stored-quiz.js';
import { validateQuiz } from './validate-quiz.js';
import { publicQuestionsByIds, publicQuizPart } from './visitor-view.js';

export type QuizWire = KindTypesOf<
  Quiz,
  Attempt,
  { view: PublicQuiz; results: QuizResults; receipt: AttemptReceipt },
  'quiz_id'
>;

const textMembers = ['name', 'email', 'started'];

/** Defines quizzes: questions with answer keys. */
export const quiz: KindDefinition<QuizDraft, QuizOwn, QuizBody, QuizWire> = {
  name: 'quiz',
  plural: 'quizzes',
  answers: 'attempts',
  draft: quizDraft,
  changes: quizChanges,
  textShape: quizTextShape,
  defaults: { one_per: null, results_visibility: 'never' },
  answerMembers: ['answers', ...textMembers],
  textMembers,
  validate: validateQuiz,

  findWarnings: findFormulaWarnings,

  toDraft: (own, shared) => ({ ...shared, ...showQuiz(own) }),

  show: showQuiz,

  askReference: (quiz_id) => ({ quiz_id }),

  immutableMembers: ({ questions }) =>
    Object.fromEntries(questions.map(({ id, type }) => [`questions.${id}.type`, type])),

  referencedItems: ({ questions }) =>
    questions.flatMap(({ id, options, targets }, at) => [
      { path: `questions.${at}`, id, bucket: answeredBucket(id) },
      ...options.map((option, position) => ({
        path: `questions.${at}.options.${position}`,
        id: option.id,
        bucket: optionBucket(id, option.id),
      })),
      ...targets.map((target, position) => ({
        path: `questions.${at}.targets.${position}`,
        id: target.id,
        bucket: targetBucket(id, target.id),
      })),
    ]),

  funnelQuestions: ({ questions }) => questions.map(({ id, prompt }) => ({ id, label: plainQuizLabel(prompt) })),

  caps: () => new Map(),

  parseFormFields: parseQuizFields,

  fieldNames: ({ questions }) => questions.map(({ id }) => id),

  checkAnswer: (ask, members, faults, context) => {
    const respondent = checkRespondent(members, faults);
    const start = checkStartToken(ask, members['started'], context, faults);
    if (start === undefined) return undefined;
    const asked = drawQuestions(ask, start, context.secret);
    const answers = checkQuizAnswers(asked, members['answers'], context.checked ?? new Map(), faults);
    const body: QuizBody = { answers, marks: markAttempt(asked, answers, context.now), ...respondent };
    return start === null ? { body } : { body, singleUseToken: toHex(start.nonce) };
  },

  startToken({ id }, members, secret) {
    const token = members['started'];
    const start = typeof token === 'string' ? verifyStart(secret, id, token) : undefined;
    return start && toHex(start.nonce);
  },

  *lastStart(ask, voter) {
    const start = yield* selectLastStart(ask, voter);
    return start && toHex(start.nonce);
  },

  maxAnswersPerVoter: ({ max_attempts }) => max_attempts ?? 1,

  view: (ask, { secret, isPreview }) => publicQuizPart(ask, secret, isPreview),

  receipt: revealAttempt,

  formulaTexts,

  afterIn: afterSubmission,

  receiptHasResults: false,

  receiptAddress: ({ receipt }, { email }) => (receipt ? email : undefined),

  contribute: countAttempt,

  filters: attemptFilters,

  columns: attemptColumns,

  showAnswer: (own, { answers, marks, name, email }) => ({
    answers,
    name: name ?? null,
    email: email ?? null,
    ...scoreOf(own, marks),
    questions: marks.questions.map(([id, correct, points]) => ({ id, correct, points })),
    graded_at: formatTimestamp(marks.at),
  }),

  results: quizResults,

  resultsForVisitors,

  largestView: (own) =>
    publicQuestionsByIds(
      { own },
      own.questions.map(({ id }) => id),
    ),

  largestResults: (own) => [largestQuizResults(own)],

  contentMember: 'questions',

  writeInInputs: () => [],

  csvColumns: attemptCsvColumns,

  csvCells: attemptCsvCells,
};

type OwnPart = Pick<Quiz, Exclude<keyof QuizOwn, 'next'>>;

function showQuiz(own: QuizOwn): OwnPart {
  const { next: _, questions, bands, ...rest } = own;
  return {
    ...rest,
    feedback: feedbackOf(own),
    collect_name: own.collect_name ?? false,
    collect_email: own.collect_email ?? false,
    receipt: own.receipt ?? false,
    questions: questions.map(({ next: _next, ...question }) => question),
    bands: [...bands],
  };
}
