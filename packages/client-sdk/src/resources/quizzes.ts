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

/** Quizzes ask questions and mark the answers. */
export class Quizzes {
  readonly #transport: Transport;
  /** What visitors answered. */
  readonly attempts: Attempts;
  /** Codes that answer once each. */
  readonly tickets: Tickets;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.attempts = new Attempts(transport);
    this.tickets = new Tickets(transport, 'quizzes');
  }

  /** Makes a quiz. What its attempts may be follows from the definition, and its id knows. */
  create<const D extends QuizDefinition>(definition: CheckedQuiz<D>, options?: CreateOptions): Call<QuizOf<D>> {
    return this.#transport.post(['quizzes'], definition, options);
  }

  /** All quizzes that the key opens, or those that the query names; the newest first. */
  list(query?: AskQuery, options?: CallOptions): List<QuizOf<QuizDefinition>> {
    return this.#transport.list(['quizzes'], query, options);
  }

  /** One quiz, as its owner reads it. */
  get<D extends QuizDefinition = QuizDefinition>(id: IdOf<D>, options?: CallOptions): Call<QuizOf<D>> {
    return this.#transport.get(['quizzes', id], options);
  }

  /** Changes what is given and leaves the rest. A list is replaced as a whole; what stays in it goes by its id. */
  update<D extends QuizDefinition = QuizDefinition>(
    id: IdOf<D>,
    changes: Immutable<QuizChanges>,
    options?: UpdateOptions,
  ): Call<QuizOf<D>> {
    return this.#transport.patch(['quizzes', id], changes, options);
  }

  /** Deletes it with its attempts. */
  delete(id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', id], options);
  }

  /** What the attempts add up to. */
  results<D extends QuizDefinition = QuizDefinition>(id: IdOf<D>, options?: CallOptions): Call<QuizResultsOf<D>> {
    return this.#transport.get(['quizzes', id, 'results'], options);
  }

  /** Marks all attempts anew, after a key was corrected. */
  regrade(id: string, options?: CreateOptions): Call<Regraded> {
    return this.#transport.post(['quizzes', id, 'regrade'], undefined, options);
  }

  /**
   * Starts a quiz that has a time limit or a draw, as visitors do: without the key. The attempt has to bring `started`
   * back.
   */
  start(id: string, options?: CallOptions): Call<StartedQuiz> {
    return this.#transport.embed(['quizzes', id, 'start'], options);
  }
}
