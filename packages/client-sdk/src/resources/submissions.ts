import type {
  AnswerChanges,
  BatchResult,
  FormDefinition,
  FormId,
  InBatch,
  NotedAnswer,
  SubmissionDraftOf,
  SubmissionOf,
  SubmissionReceipt,
} from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { BatchCallOptions } from './batch.js';
import type { AnswerFileQuery, AnswerListQuery, SubmissionQuery } from './queries.js';

/** Manages the submissions of a form. */
export class Submissions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Submits a form. Sent without the API key, like the requests of visitors, and subject to their rate limit of 30
   * requests per minute and address.
   *
   * @throws {@link ValidationError} if an answer is invalid.
   * @throws {@link ConflictError} if the form is closed or full, or the visitor has already answered.
   *
   * @example
   * await askwell.forms.submissions.create(form.id, { answers: { email: 'visitor@example.com' } });
   */
  create<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    submission: SubmissionDraftOf<D>,
    options?: CreateOptions,
  ): Call<SubmissionReceipt> {
    return this.#transport.postPublic(['forms', formId, 'submissions'], submission, options);
  }

  /**
   * Records up to 1,000 submissions in order, and returns a result for each. Sent with the API key, and without the rate limit
   * of visitors. A submission with the same `id` is recorded once within 24 hours.
   *
   * @throws {@link ValidationError} if the batch is invalid, or with `atomic` if one of the submissions is refused.
   *
   * @example
   * const results = await askwell.forms.submissions.batch(form.id, [{ answers: { email: 'visitor@example.com' }, id: 'paper-17' }]);
   * console.log(failuresOf(results));
   */
  batch<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    submissions: readonly InBatch<SubmissionDraftOf<D>>[],
    { atomic, receipts, ...options }: BatchCallOptions = {},
  ): Call<BatchResult[]> {
    return this.#transport.post(
      ['forms', formId, 'submissions', 'batch'],
      { answers: submissions, atomic, receipts },
      options,
    );
  }

  /**
   * Lists the submissions, the newest first.
   *
   * @param query Filters, the order and the page size.
   */
  list<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    query?: AnswerListQuery<SubmissionQuery>,
    options?: CallOptions,
  ): List<NotedAnswer<SubmissionOf<D>>> {
    return this.#transport.list(['forms', formId, 'submissions'], query, options);
  }

  /**
   * Returns a submission.
   *
   * @throws {@link NotFoundError} if the submission does not exist.
   */
  get<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    id: string,
    options?: CallOptions,
  ): Call<NotedAnswer<SubmissionOf<D>>> {
    return this.#transport.get(['forms', formId, 'submissions', id], options);
  }

  /**
   * Sets the tags and the note of a submission. Absent properties keep their values. Visitors do not see them.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link NotFoundError} if the submission does not exist.
   *
   * @example
   * await askwell.forms.submissions.update(form.id, submission.id, { tags: ['urgent'], note: 'Called back.' });
   */
  update<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    id: string,
    changes: AnswerChanges,
    options?: CallOptions,
  ): Call<NotedAnswer<SubmissionOf<D>>> {
    return this.#transport.patch(['forms', formId, 'submissions', id], changes, options);
  }

  /**
   * Deletes a submission and updates the results. The visitor may answer again.
   *
   * @throws {@link NotFoundError} if the submission does not exist.
   */
  delete(formId: FormId, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', formId, 'submissions', id], options);
  }

  /**
   * Deletes the submissions that a filter finds, and updates the results. Visitors may answer again.
   *
   * @throws {@link ValidationError} if the filter is empty or does not fit.
   *
   * @example
   * await askwell.forms.submissions.deleteWhere(id, { 'field.email': 'visitor@example.com' });
   */
  deleteWhere(formId: FormId, where: SubmissionQuery, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', formId, 'submissions'], options, where);
  }

  /** Deletes all submissions. */
  reset(formId: FormId, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', formId, 'submissions'], options, { all: true });
  }

  /**
   * Downloads the submissions as a CSV file. The result is a stream.
   *
   * @example
   * await pipeline(await askwell.forms.submissions.csv(id), createWriteStream('submissions.csv'));
   */
  csv(formId: FormId, query?: AnswerFileQuery<SubmissionQuery>, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['forms', formId, 'submissions'], query, options);
  }

  /**
   * Streams all submissions in one response, as JSON Lines.
   *
   * @example
   * for await (const submission of await askwell.forms.submissions.jsonl(id)) console.log(submission.id);
   */
  jsonl<D extends FormDefinition = FormDefinition>(
    formId: FormId<D>,
    query?: AnswerFileQuery<SubmissionQuery>,
    options?: CallOptions,
  ): Call<JsonLines<NotedAnswer<SubmissionOf<D>>>> {
    return this.#transport.jsonl(['forms', formId, 'submissions'], query, options);
  }
}
