import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { AttemptDraftOf, AttemptOf, AttemptReceiptOf, QuizDefinition } from '../definitions/quiz.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { AnswerFileQuery, AnswerListQuery } from './queries.js';

/** Manages the attempts of a quiz. */
export class Attempts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits an attempt and returns its score. Sent without the API key, like the requests of visitors, and subject to their rate limit of 30
   * requests per minute and address.
   *
   * @throws {@link ValidationError} if the attempt is invalid.
   * @throws {@link ConflictError} if the quiz is closed or full, or the visitor has already answered.
   *
   * @example
   * const { score } = await askwell.quizzes.attempts.create(quiz.id, { answers: { italy: 'o1' } });
   */
  create<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    attempt: AttemptDraftOf<D>,
    options?: CreateOptions,
  ): Call<AttemptReceiptOf<D>> {
    return this.#transport.postPublic(['quizzes', quizId, 'attempts'], attempt, options);
  }

  /**
   * Lists the attempts, the newest first.
   *
   * @param query Filters, the order and the page size.
   */
  list<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    query?: AnswerListQuery,
    options?: CallOptions,
  ): List<AttemptOf<D>> {
    return this.#transport.list(['quizzes', quizId, 'attempts'], query, options);
  }

  /**
   * Returns an attempt.
   *
   * @throws {@link NotFoundError} if the attempt does not exist.
   */
  get<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    id: string,
    options?: CallOptions,
  ): Call<AttemptOf<D>> {
    return this.#transport.get(['quizzes', quizId, 'attempts', id], options);
  }

  /**
   * Deletes an attempt and updates the results. The visitor may answer again.
   *
   * @throws {@link NotFoundError} if the attempt does not exist.
   */
  delete(quizId: string, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts', id], options);
  }

  /** Deletes all attempts. */
  reset(quizId: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts'], options, { all: true });
  }

  /**
   * Downloads the attempts as a CSV file. The result is a stream.
   *
   * @example
   * await pipeline(await askwell.quizzes.attempts.csv(id), createWriteStream('attempts.csv'));
   */
  csv(quizId: string, query?: AnswerFileQuery, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['quizzes', quizId, 'attempts'], query, options);
  }

  /**
   * Streams all attempts in one response, as JSON Lines.
   *
   * @example
   * for await (const attempt of await askwell.quizzes.attempts.jsonl(id)) console.log(attempt.id);
   */
  jsonl<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    query?: AnswerFileQuery,
    options?: CallOptions,
  ): Call<JsonLines<AttemptOf<D>>> {
    return this.#transport.jsonl(['quizzes', quizId, 'attempts'], query, options);
  }
}
