import type { SubmissionReceipt } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { IdOf } from '../definitions/ask-id.js';
import type { FormDefinition, SubmissionDraftOf, SubmissionOf } from '../definitions/form.js';
import type { List } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Download } from '../streams/download.js';
import type { JsonLines } from '../streams/json-lines.js';
import type { Transport } from '../transport/transport.js';
import type { AnswerFileQuery, AnswerListQuery } from './queries.js';

/** What visitors answered a form. */
export class Submissions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Submits the form, as visitors do: without the key, and within their thirty requests a minute. */
  create<D extends FormDefinition = FormDefinition>(
    formId: IdOf<D>,
    submission: SubmissionDraftOf<D>,
    options?: CreateOptions,
  ): Call<SubmissionReceipt> {
    return this.#transport.postOpenly(['forms', formId, 'submissions'], submission, options);
  }

  /** The submissions, or those that the query names; the newest first. */
  list<D extends FormDefinition = FormDefinition>(
    formId: IdOf<D>,
    query?: AnswerListQuery,
    options?: CallOptions,
  ): List<SubmissionOf<D>> {
    return this.#transport.list(['forms', formId, 'submissions'], query, options);
  }

  /** One submission, as its owner reads it. */
  get<D extends FormDefinition = FormDefinition>(
    formId: IdOf<D>,
    id: string,
    options?: CallOptions,
  ): Call<SubmissionOf<D>> {
    return this.#transport.get(['forms', formId, 'submissions', id], options);
  }

  /** Deletes one. The results follow, and its visitor may answer again. */
  delete(formId: string, id: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', formId, 'submissions', id], options);
  }

  /** Deletes all of them. */
  reset(formId: string, options?: CallOptions): Call<void> {
    return this.#transport.delete(['forms', formId, 'submissions'], options, { all: true });
  }

  /** All of them as a CSV file, written as it is read. */
  csv(formId: string, query?: AnswerFileQuery, options?: CallOptions): Call<Download> {
    return this.#transport.csv(['forms', formId, 'submissions'], query, options);
  }

  /** All of them in one reply, read as it comes. */
  jsonl<D extends FormDefinition = FormDefinition>(
    formId: IdOf<D>,
    query?: AnswerFileQuery,
    options?: CallOptions,
  ): Call<JsonLines<SubmissionOf<D>>> {
    return this.#transport.jsonl(['forms', formId, 'submissions'], query, options);
  }
}
