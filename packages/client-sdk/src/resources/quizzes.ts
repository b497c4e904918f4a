import type { QuizChanges, Regraded, StartedQuiz } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { Immutable } from '../definitions/immutable.js';
import type { CheckedQuiz, QuizDefinition, QuizOf, QuizResultsOf } from '../definitions/quiz.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';
import { Attempts } from './attempts.js';
import type { AskQuery } from './queries.js';
import { Tickets } from './tickets.js';

/** Manages quizzes: questions with answer keys, and attempts with scores. */
export class Quizzes {
  readonly #transport: Transport;
  /** Manages the attempts of a quiz. */
  readonly attempts: Attempts;
  /** Manages the tickets of a quiz with `one_per: 'ticket'`. */
  readonly tickets: Tickets;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.attempts = new Attempts(transport);
    this.tickets = new Tickets(transport, 'quizzes');
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
  get<D extends QuizDefinition = QuizDefinition>(id: IdOf<D>, options?: CallOptions): Call<QuizOf<D>> {
    return this.#transport.get(['quizzes', id], options);
  }

  /**
   * Updates a quiz. Fields that `changes` does not contain keep their values. An array replaces the whole array; its items
   * are matched by ID.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link ConflictError} if existing answers do not allow the change.
   * @throws {@link PreconditionError} if the quiz has changed since the version in `ifMatch`.
   *
   * @example
   * await askwell.quizzes.update(quiz.id, { status: 'closed' }, { ifMatch: quiz.version });
   */
  update<D extends QuizDefinition = QuizDefinition>(
    id: IdOf<D>,
    changes: Immutable<QuizChanges>,
    options?: UpdateOptions,
  ): Call<QuizOf<D>> {
    return this.#transport.patch(['quizzes', id], changes, options);
  }

  /**
   * Deletes a quiz and its attempts.
   *
   * @throws {@link NotFoundError} if the quiz does not exist.
   */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', id], options);
  }

  /** Returns the results of a quiz. */
  results<D extends QuizDefinition = QuizDefinition>(id: IdOf<D>, options?: CallOptions): Call<QuizResultsOf<D>> {
    return this.#transport.get(['quizzes', id, 'results'], options);
  }

  /**
   * Scores all attempts again, after you corrected an answer key.
   *
   * @returns The number of attempts.
   */
  regrade(id: string, options?: CreateOptions): Call<Regraded> {
    return this.#transport.post(['quizzes', id, 'regrade'], undefined, options);
  }

  /**
   * Starts a quiz with a time limit or a random draw of questions. Required before an attempt at such a quiz. Sent without
   * the API key, like the requests of visitors.
   *
   * @returns The questions, and the `started` token that the attempt must contain.
   *
   * @example
   * const { quiz, started } = await askwell.quizzes.start(id);
   * await askwell.quizzes.attempts.create(id, { answers: { sum: 42 }, started });
   */
  start(id: string, options?: CallOptions): Call<StartedQuiz> {
    return this.#transport.getPublic(['quizzes', id, 'start'], options);
  }
}
