import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { AttemptDraftOf, AttemptOf, AttemptReceiptOf, QuizDefinition } from '../definitions/quiz.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { AnswerFileQuery, AnswerListQuery } from './queries.js';

/** What visitors answered a quiz, and what it earned. */
export class Attempts {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Submits an attempt, as visitors do: without the key, and within their thirty requests a minute. */
  create<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    attempt: AttemptDraftOf<D>,
    options?: CreateOptions,
  ): Call<AttemptReceiptOf<D>> {
    return this.#transport.postOpenly(['quizzes', quizId, 'attempts'], attempt, options);
  }

  /** The attempts, or those that the query names; the newest first. */
  list<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    query?: AnswerListQuery,
    options?: CallOptions,
  ): List<AttemptOf<D>> {
    return this.#transport.list(['quizzes', quizId, 'attempts'], query, options);
  }

  /** One attempt, as its owner reads it. */
  get<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    id: string,
    options?: CallOptions,
  ): Call<AttemptOf<D>> {
    return this.#transport.get(['quizzes', quizId, 'attempts', id], options);
  }

  /** Deletes one. The results follow, and its visitor may answer again. */
  delete(quizId: string, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts', id], options);
  }

  /** Deletes all of them. */
  reset(quizId: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['quizzes', quizId, 'attempts'], options, { all: true });
  }

  /** All of them as a CSV file, written as it is read. */
  csv(quizId: string, query?: AnswerFileQuery, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['quizzes', quizId, 'attempts'], query, options);
  }

  /** All of them in one reply, read as it comes. */
  jsonl<D extends QuizDefinition = QuizDefinition>(
    quizId: IdOf<D>,
    query?: AnswerFileQuery,
    options?: CallOptions,
  ): Call<JsonLines<AttemptOf<D>>> {
    return this.#transport.jsonl(['quizzes', quizId, 'attempts'], query, options);
  }
}
