import { AskwellError } from '../../base/errors.js';
import type { AnswerChoice } from '../../core/answers/answer-choice.js';
import type { KindServices } from '../../core/kind-services.js';
import type { QuizWire } from '../../kinds/quiz/quiz-kind.js';
import { createStartQuiz, type StartQuizServices, startMembers } from '../../kinds/quiz/start-quiz.js';
import type { QuizBody, QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type { QuizWarnings } from '../../shared/contract/ask-warnings.js';
import type { BatchResult } from '../../shared/contract/batch-types.js';
import type {
  AttemptDraftOf,
  AttemptOf,
  AttemptReceiptOf,
  QuizResultsOf,
  StartedQuizOf,
} from '../../shared/contract/definitions/answers/quiz-answers.js';
import type { QuizId } from '../../shared/contract/definitions/ask-id.js';
import type { InBatch } from '../../shared/contract/definitions/in-batch.js';
import type { NotedAnswer } from '../../shared/contract/definitions/noted-answer.js';
import type {
  CheckedQuiz,
  CheckedQuizChanges,
  QuizChangesDefinition,
  QuizDefinition,
  QuizOf,
  UpdatedQuiz,
} from '../../shared/contract/definitions/quiz.js';
import type {
  AnswerChanges,
  Averages,
  CopyDraft,
  CrossTable,
  Funnel,
  NewTicket,
  QuizAnalysis,
  QuizDraft,
  Regraded,
  StartDraft,
} from '../../shared/contract/resources.js';
import type { FindScope } from '../accounts/account-api.js';
import type { UpdateOptions } from '../operations/call-operation.js';
import { type AnalysisContext, analysisOperation } from './analysis-operation.js';
import type { AnswerFile } from './answer-file.js';
import {
  createInProcessAnswer,
  type InProcessAnswerOptions,
  identityOf,
  requireUserId,
  type VisitorRef,
} from './in-process-answers.js';
import {
  type AnswerListChoice,
  type AskChoice,
  type AveragesChoice,
  type BatchOptions,
  type CrossTableChoice,
  createKindApi,
  type FunnelPeriod,
  type ResultsLinkApi,
  type ResultsOptions,
  type TicketApi,
  type TranslationApi,
  type WarningsChoice,
  type WorkingCopyApi,
} from './in-process-api.js';
import { type RegradeContext, regradeOperation } from './regrade-operation.js';
import { warningsOperation } from './warnings-operation.js';

/** Identifies the visitor on whose behalf your code starts a quiz. */
export interface StartingVisitor extends Pick<VisitorRef, 'id' | 'address'>, StartDraft {}

/** Manages the attempts of a quiz in your own process. */
export interface AttemptApi {
  /**
   * Submits an attempt on behalf of a visitor, and returns its score. Runs the same checks as the public endpoint, without its rate
   * limit.
   *
   * @param visitor The visitor. Required if the quiz limits answers with `one_per`.
   * @throws AskwellError with the code `invalid` if the attempt is invalid, `closed` or `full` if the quiz accepts no attempts, or
   * `already_answered` if the visitor has no attempts left.
   * @example await askwell.quizzes.attempts.create(quiz.id, { answers: { italy: 'o1' } }, { id: user.id });
   */
  create<D extends QuizDefinition = QuizDefinition>(
    id: QuizId<D>,
    attempt: AttemptDraftOf<D>,
    visitor?: VisitorRef,
  ): Promise<AttemptReceiptOf<D>>;
  /**
   * Records up to 1,000 attempts in order, and returns a result for each. An attempt with the same `id` is recorded once within 24
   * hours.
   *
   * @throws AskwellError with the code `invalid` if the option `atomic` is set and an attempt is refused. No attempt is recorded
   * then.
   * @example const results = await askwell.quizzes.attempts.batch(account, quiz.id, [{ answers: { italy: 'o1' }, id: 'paper-17'
   * }]);
   */
  batch<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    attempts: readonly InBatch<AttemptDraftOf<D>>[],
    options?: BatchOptions,
  ): Promise<BatchResult[]>;
  /** Lists attempts, newest first. Reads them page by page during the iteration. */
  list<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    choice?: AnswerListChoice,
  ): AsyncGenerator<NotedAnswer<AttemptOf<D>>, void>;
  /** Returns an attempt. */
  get<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    attempt: string,
  ): Promise<NotedAnswer<AttemptOf<D>>>;
  /**
   * Sets the tags and the note of an attempt. Absent members stay unchanged. Visitors do not see them.
   *
   * @example
   * await askwell.quizzes.attempts.update(account, quiz.id, attempt.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    attempt: string,
    changes: AnswerChanges,
  ): Promise<NotedAnswer<AttemptOf<D>>>;
  /** Deletes an attempt and updates the results. The visitor may answer again. */
  delete(account: AccountRef, id: QuizId, attempt: string): Promise<void>;
  /** Deletes the attempts that a filter finds, and returns their number. */
  deleteWhere(account: AccountRef, id: QuizId, where: AnswerChoice, options?: UpdateOptions): Promise<number>;
  /** Deletes all attempts. The results start again at zero. */
  reset(account: AccountRef, id: QuizId): Promise<void>;
  /**
   * Returns the attempts as a CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.quizzes.attempts.csv(account, quiz.id), createWriteStream('attempts.csv'));
   */
  csv(account: AccountRef, id: QuizId, choice?: AnswerListChoice): Promise<AnswerFile>;
  /**
   * Returns the attempts as an Excel file, with the columns of the CSV file. Reads them during the iteration.
   *
   * @example
   * await pipeline(await askwell.quizzes.attempts.xlsx(account, quiz.id), createWriteStream('attempts.xlsx'));
   */
  xlsx(account: AccountRef, id: QuizId, choice?: AnswerListChoice): Promise<Omit<AnswerFile, 'text'>>;
  /**
   * Returns all attempts, as the client does with JSON Lines. Reads them during the iteration.
   *
   * @example
   * for await (const attempt of await askwell.quizzes.attempts.jsonl(account, quiz.id)) console.log(attempt.id);
   */
  jsonl<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    choice?: AnswerListChoice,
  ): Promise<AsyncGenerator<NotedAnswer<AttemptOf<D>>, void>>;
}

/**
 * Manages quizzes in your own process. Runs the same checks and returns the same resources as the REST API, with an account in place of an
 * API key.
 *
 * Every method throws an `AskwellError` with the code `not_found` if the account or the quiz does not exist, and with the code `invalid`
 * if an argument is invalid. Throws a `TypeError` if an argument is missing or has a wrong type, such as a number for the account.
 *
 * @example
 * for await (const attempt of askwell.quizzes.attempts.list(account, quiz.id)) console.log(attempt.score);
 */
export interface QuizApi {
  /** Creates a quiz. The ID of the result has the type of the definition, so that attempts and results are typed too. */
  create<const D extends QuizDefinition>(account: AccountRef, definition: CheckedQuiz<D>): Promise<QuizOf<D>>;
  /**
   * Returns the quiz that your code defines under a key. Creates it the first time, and updates it when the definition differs from
   * the previous one. Calls with the same definition only read.
   *
   * @param key Your own name of the quiz, unique for the account. It becomes free when the quiz is deleted.
   * @param definition The quiz. What it does not name, such as `status`, stays as the owner set it in the dashboard.
   * @throws AskwellError with the code `conflict` if existing attempts do not allow the change. The message says which part.
   * @example const capitals = defineQuiz({ title: 'Capitals', questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?',
   * options: ['Rome', 'Milan'], answer: 'o1' }], }); const quiz = await askwell.quizzes.ensure(account, 'capitals', capitals);
   */
  ensure<const D extends QuizDefinition>(
    account: AccountRef,
    key: string,
    definition: CheckedQuiz<D>,
  ): Promise<QuizOf<D>>;
  /** Returns a quiz. */
  get<D extends QuizDefinition = QuizDefinition>(account: AccountRef, id: QuizId<D>): Promise<QuizOf<D>>;
  /**
   * Returns the quiz that `ensure` created under a key.
   *
   * @example
   * const quiz = await askwell.quizzes.getByKey<typeof capitals>(account, 'capitals');
   */
  getByKey<D extends QuizDefinition = QuizDefinition>(account: AccountRef, key: string): Promise<QuizOf<D>>;
  /**
   * Lists quizzes, newest first. Reads them page by page during the iteration. For a user of yours without an account, the list is
   * empty.
   */
  list(account: AccountRef, choice?: AskChoice): AsyncGenerator<QuizOf<QuizDefinition>, void>;
  /**
   * Updates a quiz. Members that `changes` does not contain stay unchanged. The ID of the result has the type of the new definition.
   *
   * @throws AskwellError with the code `conflict` if existing attempts do not allow the change, or `precondition_failed` if the version is not
   * the one in `ifMatch`.
   */
  update<D extends QuizDefinition = QuizDefinition, const C extends QuizChangesDefinition = QuizChangesDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    changes: CheckedQuizChanges<D, C>,
    options?: UpdateOptions,
  ): Promise<QuizOf<UpdatedQuiz<D, C>>>;
  /**
   * Copies a quiz. The copy is a draft with the same definition, without attempts, tickets and the key of `ensure`.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   */
  copy<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    draft?: CopyDraft,
  ): Promise<QuizOf<D>>;
  /**
   * Scores all attempts again, after you corrected an answer key.
   *
   * @returns The number of attempts.
   */
  regrade(account: AccountRef, id: QuizId): Promise<Regraded>;
  /**
   * Starts a quiz with a time limit, a random draw of questions or feedback after each question. Required before an attempt at such a quiz.
   *
   * @param visitor The visitor, as in the attempt. With `one_per`, a visitor who starts again gets the same questions and the same end.
   * @returns The questions, and the `started` token that the attempt must contain.
   * @throws AskwellError with the code `closed` or `not_open` if the quiz accepts no attempts, or `already_answered` if the visitor has no
   * attempts left.
   * @example
   * const { quiz, started } = await askwell.quizzes.start(id, { id: user.id });
   * await askwell.quizzes.attempts.create(id, { answers: { sum: 42 }, started }, { id: user.id });
   */
  start<D extends QuizDefinition = QuizDefinition>(id: QuizId<D>, visitor?: StartingVisitor): Promise<StartedQuizOf<D>>;
  /** Deletes a quiz and its attempts. */
  delete(account: AccountRef, id: QuizId): Promise<void>;
  /**
   * Returns the results, of all attempts or of those that `where` finds.
   *
   * @example
   * const recent = await askwell.quizzes.results(account, quiz.id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    options?: ResultsOptions,
  ): Promise<QuizResultsOf<D>>;
  /** @deprecated Pass the filter as `{ where: filter }`. */
  results<D extends QuizDefinition = QuizDefinition>(
    account: AccountRef,
    id: QuizId<D>,
    choice: AnswerChoice,
  ): Promise<QuizResultsOf<D>>;
  /**
   * Returns how many visits saw and started the quiz and sent an answer, and at which questions they stopped.
   *
   * @param period The period, by full days in UTC. Default: all days.
   * @example
   * const { views, completions } = await askwell.quizzes.funnel(account, quiz.id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(account: AccountRef, id: QuizId, period?: FunnelPeriod): Promise<Funnel>;
  /**
   * Counts the answers to two questions of the quiz against each other.
   *
   * @param choice The columns of the questions, and the filter of the attempts.
   * @throws AskwellError with the code `invalid` if the columns are not two different questions with options.
   * @example
   * const { columns, rows } = await askwell.quizzes.crossTable(account, quiz.id, { rows: 'field.q1', columns: 'field.q2' });
   */
  crossTable(account: AccountRef, id: QuizId, choice: CrossTableChoice): Promise<CrossTable>;
  /**
   * Averages the answers to a question of the quiz: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the attempts.
   * @throws AskwellError with the code `invalid` if the answers to the question have no average.
   * @example
   * const { average, days } = await askwell.quizzes.averages(account, quiz.id, { question: 'percentage' });
   */
  averages(account: AccountRef, id: QuizId, choice: AveragesChoice): Promise<Averages>;
  /**
   * Returns the difficulty and the discrimination of each question, of all attempts or of some.
   *
   * @example
   * const { questions } = await askwell.quizzes.analysis(account, quiz.id, { where: { passed: true } });
   */
  analysis(account: AccountRef, id: QuizId, options?: ResultsOptions): Promise<QuizAnalysis>;
  /**
   * Finds the formulas that visitors see as TeX, because they are invalid, too long or cannot be shown. The quiz works with them.
   *
   * @throws AskwellError with the code `invalid` if the changes that are not published are checked and are not valid.
   * @example
   * const { warnings } = await askwell.quizzes.warnings(account, quiz.id, { definition: 'working_copy' });
   */
  warnings(account: AccountRef, id: QuizId, choice?: WarningsChoice): Promise<QuizWarnings>;
  /**
   * Returns a link to the hosted page that shows a draft to anyone for seven days. Attempts for drafts are refused.
   *
   * Without the option `baseUrl`, the link starts with the path.
   */
  previewUrl(account: AccountRef, id: QuizId): Promise<string>;
  /** Manages the attempts of a quiz. */
  readonly attempts: AttemptApi;
  /** Manages the tickets of a quiz with `one_per: 'ticket'`. */
  readonly tickets: TicketApi;
  /** Manages the link that shows the results of a quiz to anyone. */
  readonly resultsLink: ResultsLinkApi;
  /** Manages the changes of a quiz that are not published. */
  readonly workingCopy: WorkingCopyApi;
  /** Reads and imports the translations of a quiz. */
  readonly translations: TranslationApi;

  /** @deprecated Use `attempts`. */
  readonly answers: Omit<AttemptApi, 'create'>;
  /** @deprecated Use `attempts.create`. */
  attempt: AttemptApi['create'];
  /** @deprecated Use `tickets.create`, which returns an object with `tickets`. */
  issueTickets(account: AccountRef, id: QuizId, tickets: number | readonly NewTicket[]): Promise<string[]>;
}

type QuizServices = KindServices<QuizDraft, QuizOwn, QuizBody, QuizWire>;
type Context = InProcessAnswerOptions & AnalysisContext & RegradeContext & StartQuizServices;

/**
 * Creates the API of quizzes. The types of answers and results follow from definitions. The compiler cannot derive them from the
 * stored data, so the implementation has a separate signature.
 */
export function createQuizApi(services: QuizServices, findScope: FindScope, context: Context): QuizApi;
export function createQuizApi(services: QuizServices, findScope: FindScope, context: Context): object {
  const { named, ...api } = createKindApi(services, findScope, {
    analysis: analysisOperation(services, context),
    regrade: regradeOperation(services, context),
    warnings: warningsOperation(services, 'quiz'),
  });
  const create = createInProcessAnswer(services, context);
  const startQuiz = createStartQuiz(services, context);
  return {
    ...api,
    attempts: { create, ...named },
    attempt: create,

    async start(id: string, visitor: StartingVisitor = {}) {
      const { user, voter, clientKey } = identityOf(visitor, context);
      const ask = await services.submitService.find(id);
      if (!ask) throw new AskwellError('not_found');
      requireUserId(ask, visitor);
      const members = Object.fromEntries(startMembers.map((name) => [name, visitor[name]]));
      return startQuiz(ask, { ...members, ...voter }, { user, clientKey });
    },
  } satisfies Record<keyof QuizApi, unknown>;
}
