import type {
  Averages,
  CheckedQuiz,
  CheckedQuizChanges,
  CopyDraft,
  CrossTable,
  Funnel,
  QuizAnalysis,
  QuizChangesDefinition,
  QuizDefinition,
  QuizId,
  QuizOf,
  QuizResultsOf,
  QuizWarnings,
  Regraded,
  StartDraft,
  StartedQuizOf,
  UpdatedQuiz,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import { Attempts } from './attempts.js';
import type {
  AskQuery,
  AttemptQuery,
  AveragesChoice,
  CrossTableChoice,
  FunnelPeriod,
  ResultsOptions,
  WarningsChoice,
} from './queries.js';
import { ResultsLinks } from './results-link.js';
import { Tickets } from './tickets.js';
import { Translations } from './translations.js';
import { WorkingCopies } from './working-copies.js';

/** Options of {@link Quizzes.start}. */
export interface StartOptions extends CallOptions, StartDraft {}

/** Manages quizzes: questions with answer keys, and attempts with scores. */
export class Quizzes {
  readonly #transport: Transport;
  /** Manages the attempts of a quiz. */
  readonly attempts: Attempts;
  /** Manages the tickets of a quiz with `one_per: 'ticket'`. */
  readonly tickets: Tickets<'quiz'>;
  /** Manages the link that shows the results of a quiz to anyone. */
  readonly resultsLink: ResultsLinks<'quiz'>;
  /** Manages the changes of a quiz that are not published. */
  readonly workingCopy: WorkingCopies<'quiz'>;
  /** Reads and imports the translations of a quiz. */
  readonly translations: Translations<'quiz'>;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.attempts = new Attempts(transport);
    this.tickets = new Tickets(transport, 'quizzes');
    this.resultsLink = new ResultsLinks(transport, 'quizzes');
    this.workingCopy = new WorkingCopies(transport, 'quizzes');
    this.translations = new Translations(transport, 'quizzes');
  }

  /**
   * Creates a quiz. The ID of the result has the type of the definition, so that attempts and results are typed too.
   *
   * @throws {@link ValidationError} if the definition is invalid.
   *
   * @example
   * const quiz = await askwell.quizzes.create({
   *   title: 'Capitals',
   *   questions: [{ id: 'italy', type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' }],
   * });
   */
  create<const D extends QuizDefinition>(definition: CheckedQuiz<D>, options?: CreateOptions): Call<QuizOf<D>> {
    return this.#transport.post(['quizzes'], definition, options);
  }

  /**
   * Lists the quizzes that the API key has access to, the newest first.
   *
   * @param query Filters, the order and the page size.
   *
   * @example
   * for await (const quiz of askwell.quizzes.list({ status: 'open' })) console.log(quiz.title);
   */
  list(query?: AskQuery, options?: CallOptions): List<QuizOf<QuizDefinition>> {
    return this.#transport.list(['quizzes'], query, options);
  }

  /**
   * Returns a quiz.
   *
   * @throws {@link NotFoundError} if the quiz does not exist.
   */
  get<D extends QuizDefinition = QuizDefinition>(id: QuizId<D>, options?: CallOptions): Call<QuizOf<D>> {
    return this.#transport.get(['quizzes', id], options);
  }

  /**
   * Updates a quiz. Fields that `changes` does not contain keep their values. An array replaces the whole array; its items
   * are matched by ID. The ID of the result has the type of the new definition. Use it for the calls that follow.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link ConflictError} if existing answers do not allow the change.
   * @throws {@link PreconditionError} if the quiz has changed since the version in `ifMatch`.
   *
   * @example
   * await askwell.quizzes.update(quiz.id, { status: 'closed' }, { ifMatch: quiz.version });
   */
  update<D extends QuizDefinition = QuizDefinition, const C extends QuizChangesDefinition = QuizChangesDefinition>(
    id: QuizId<D>,
    changes: CheckedQuizChanges<D, C>,
    options?: UpdateOptions,
  ): Call<QuizOf<UpdatedQuiz<D, C>>> {
    return this.#transport.patch(['quizzes', id], changes, options);
  }

  /**
   * Copies a quiz. The copy is a draft with the same definition, without attempts and tickets.
   *
   * @param draft The title and the site of the copy. Default: the title followed by " (copy)", in the same site.
   * @throws {@link NotFoundError} if the quiz does not exist.
   *
   * @example
   * const copy = await askwell.quizzes.copy(quiz.id, { title: 'Next month' });
   */
  copy<D extends QuizDefinition = QuizDefinition>(
    id: QuizId<D>,
    draft: CopyDraft = {},
    options?: CreateOptions,
  ): Call<QuizOf<D>> {
    return this.#transport.post(['quizzes', id, 'copy'], draft, options);
  }

  /**
   * Deletes a quiz and its attempts.
   *
   * @throws {@link NotFoundError} if the quiz does not exist.
   */
  delete(id: QuizId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', id], options);
  }

  /**
   * Returns the results of a quiz, of all attempts or of some.
   *
   * @example
   * const recent = await askwell.quizzes.results(id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  results<D extends QuizDefinition = QuizDefinition>(
    id: QuizId<D>,
    { where, ...options }: ResultsOptions<AttemptQuery> = {},
  ): Call<QuizResultsOf<D>> {
    return this.#transport.get(['quizzes', id, 'results'], options, where);
  }

  /**
   * Returns how many visits saw and started a quiz and sent an answer, and at which questions they stopped.
   *
   * @param period The period, by full days in UTC. Default: all days.
   *
   * @example
   * const { views, completions } = await askwell.quizzes.funnel(id, { since: '2026-01-01T00:00:00Z' });
   */
  funnel(id: QuizId, period?: FunnelPeriod, options?: CallOptions): Call<Funnel> {
    return this.#transport.get(['quizzes', id, 'funnel'], options, period);
  }

  /**
   * Counts the answers to two questions of a quiz against each other.
   *
   * @param choice The columns of the questions, and the filter of the attempts.
   * @throws {@link ValidationError} if the columns are not two different questions with options.
   *
   * @example
   * const { columns, rows } = await askwell.quizzes.crossTable(id, { rows: 'field.q1', columns: 'field.q2' });
   */
  crossTable(
    id: QuizId,
    { where, ...questions }: CrossTableChoice<AttemptQuery>,
    options?: CallOptions,
  ): Call<CrossTable> {
    return this.#transport.get(['quizzes', id, 'cross-table'], options, { ...where, ...questions });
  }

  /**
   * Averages the answers to a question of a quiz: all of them, and those of each day.
   *
   * @param choice The column of the question, and the filter of the attempts.
   * @throws {@link ValidationError} if the answers to the question have no average.
   *
   * @example
   * const { average, days } = await askwell.quizzes.averages(id, { question: 'percentage' });
   */
  averages(id: QuizId, { where, question }: AveragesChoice<AttemptQuery>, options?: CallOptions): Call<Averages> {
    return this.#transport.get(['quizzes', id, 'averages'], options, { ...where, question });
  }

  /**
   * Returns the difficulty and the discrimination of each question, of all attempts or of some.
   *
   * @example
   * const { questions } = await askwell.quizzes.analysis(id, { where: { since: '2026-01-01T00:00:00Z' } });
   */
  analysis(id: QuizId, { where, ...options }: ResultsOptions<AttemptQuery> = {}): Call<QuizAnalysis> {
    return this.#transport.get(['quizzes', id, 'analysis'], options, where);
  }

  /**
   * Finds the formulas that visitors see as TeX, because they are invalid, too long or cannot be shown. The quiz works with them.
   *
   * @param choice Which definition is checked. Default: the published one.
   *
   * @example
   * const { warnings } = await askwell.quizzes.warnings(id, { definition: 'working_copy' });
   */
  warnings(id: QuizId, choice?: WarningsChoice, options?: CallOptions): Call<QuizWarnings> {
    return this.#transport.get(['quizzes', id, 'warnings'], options, choice);
  }

  /**
   * Scores all attempts again, after you corrected an answer key.
   *
   * @returns The number of attempts.
   */
  regrade(id: QuizId, options?: CreateOptions): Call<Regraded> {
    return this.#transport.post(['quizzes', id, 'regrade'], undefined, options);
  }

  /**
   * Starts a quiz with a time limit or a random draw of questions. Required before an attempt at such a quiz. Sent without
   * the API key, like the requests of visitors.
   *
   * @param options With `one_per`, pass the `voter` or `ticket` of the attempt: a visitor who starts again gets the same questions and the same end.
   * @returns The questions, and the `started` token that the attempt must contain.
   *
   * @example
   * const { quiz, started } = await askwell.quizzes.start(id, { ticket });
   * await askwell.quizzes.attempts.create(id, { answers: { sum: 42 }, started, ticket });
   */
  start<D extends QuizDefinition = QuizDefinition>(
    id: QuizId<D>,
    { voter, ticket, started, ...options }: StartOptions = {},
  ): Call<StartedQuizOf<D>> {
    return this.#transport.postEmbed(['quizzes', id, 'start'], { voter, ticket, started }, options);
  }
}
