import type {
  AnswerChanges,
  AttemptDraftOf,
  AttemptOf,
  AttemptReceiptOf,
  BatchResult,
  InBatch,
  NotedAnswer,
  QuizDefinition,
  QuizId,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { BatchCallOptions } from './batch.js';
import type { AnswerFileQuery, AnswerListQuery, AnswerSort, AttemptQuery } from './queries.js';

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
    quizId: QuizId<D>,
    attempt: AttemptDraftOf<D>,
    options?: CreateOptions,
  ): Call<AttemptReceiptOf<D>> {
    return this.#transport.postPublic(['quizzes', quizId, 'attempts'], attempt, options);
  }

  /**
   * Records up to 1,000 attempts in order, and returns a result for each. Sent with the API key, and without the rate limit
   * of visitors. An attempt with the same `id` is recorded once within 24 hours.
   *
   * @throws {@link ValidationError} if the batch is invalid, or with `atomic` if one of the attempts is refused.
   *
   * @example
   * const results = await askwell.quizzes.attempts.batch(quiz.id, [{ answers: { italy: 'o1' }, id: 'paper-17' }]);
   * console.log(failuresOf(results));
   */
  batch<D extends QuizDefinition = QuizDefinition>(
    quizId: QuizId<D>,
    attempts: readonly InBatch<AttemptDraftOf<D>>[],
    { atomic, receipts, ...options }: BatchCallOptions = {},
  ): Call<BatchResult[]> {
    return this.#transport.post(
      ['quizzes', quizId, 'attempts', 'batch'],
      { answers: attempts, atomic, receipts },
      options,
    );
  }

  /**
   * Lists the attempts, the newest first.
   *
   * @param query Filters, the order and the page size.
   */
  list<D extends QuizDefinition = QuizDefinition>(
    quizId: QuizId<D>,
    query?: AnswerListQuery<AttemptQuery, AnswerSort | 'score'>,
    options?: CallOptions,
  ): List<NotedAnswer<AttemptOf<D>>> {
    return this.#transport.list(['quizzes', quizId, 'attempts'], query, options);
  }

  /**
   * Returns an attempt.
   *
   * @throws {@link NotFoundError} if the attempt does not exist.
   */
  get<D extends QuizDefinition = QuizDefinition>(
    quizId: QuizId<D>,
    id: string,
    options?: CallOptions,
  ): Call<NotedAnswer<AttemptOf<D>>> {
    return this.#transport.get(['quizzes', quizId, 'attempts', id], options);
  }

  /**
   * Sets the tags and the note of an attempt. Absent properties keep their values. Visitors do not see them.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link NotFoundError} if the attempt does not exist.
   *
   * @example
   * await askwell.quizzes.attempts.update(quiz.id, attempt.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends QuizDefinition = QuizDefinition>(
    quizId: QuizId<D>,
    id: string,
    changes: AnswerChanges,
    options?: CallOptions,
  ): Call<NotedAnswer<AttemptOf<D>>> {
    return this.#transport.patch(['quizzes', quizId, 'attempts', id], changes, options);
  }

  /**
   * Deletes an attempt and updates the results. The visitor may answer again.
   *
   * @throws {@link NotFoundError} if the attempt does not exist.
   */
  delete(quizId: QuizId, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts', id], options);
  }

  /**
   * Deletes the attempts that a filter finds, and updates the results. Visitors may answer again.
   *
   * @throws {@link ValidationError} if the filter is empty or does not fit.
   *
   * @example
   * await askwell.quizzes.attempts.deleteWhere(id, { passed: false });
   */
  deleteWhere(quizId: QuizId, where: AttemptQuery, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts'], options, where);
  }

  /** Deletes all attempts. */
  reset(quizId: QuizId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts'], options, { all: true });
  }

  /**
   * Downloads the attempts as a CSV file. The result is a stream.
   *
   * @example
   * await pipeline(await askwell.quizzes.attempts.csv(id), createWriteStream('attempts.csv'));
   */
  csv(
    quizId: QuizId,
    query?: AnswerFileQuery<AttemptQuery, AnswerSort | 'score'>,
    options?: CallOptions,
  ): Call<Download> {
    return this.#transport.csv(['quizzes', quizId, 'attempts'], query, options);
  }

  /**
   * Streams all attempts in one response, as JSON Lines.
   *
   * @example
   * for await (const attempt of await askwell.quizzes.attempts.jsonl(id)) console.log(attempt.id);
   */
  jsonl<D extends QuizDefinition = QuizDefinition>(
    quizId: QuizId<D>,
    query?: AnswerFileQuery<AttemptQuery, AnswerSort | 'score'>,
    options?: CallOptions,
  ): Call<JsonLines<NotedAnswer<AttemptOf<D>>>> {
    return this.#transport.jsonl(['quizzes', quizId, 'attempts'], query, options);
  }
}
