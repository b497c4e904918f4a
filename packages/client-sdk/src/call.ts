import type { ReplyHeaders } from './transport/headers.js';
import type { CallResult } from './transport/send-with-retries.js';

/** The status and the headers of a response. */
export interface ReplyHead {
  /** The HTTP status. */
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: ReplyHeaders;
  /** The ID of the request in the server's log. */
  readonly requestId: string | undefined;
  /** The number of retries before this response. */
  readonly retries: number;
}

/** The result of a call together with its response. */
export interface WithResponse<Data> {
  /** The result of the call. */
  readonly data: Data;
  /** The status and the headers of the response. */
  readonly response: ReplyHead;
}

/** A promise of the result of a call. Use {@link Call.withResponse} to get the status and the headers too. */
export class Call<Data> extends Promise<Data> {
  readonly #result: Promise<CallResult<Data>>;

  /** @internal */
  constructor(result: Promise<CallResult<Data>>) {
    super((resolve, reject) => {
      result.then(({ data }) => resolve(data), reject);
    });
    this.#result = result;
  }

  /** Makes `then`, `catch` and `finally` return plain promises. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * Returns the result together with the status and the headers of the response.
   *
   * @example
   * const { data: poll, response } = await askwell.polls.get(id).withResponse();
   * console.log(poll.title, response.headers['etag']);
   */
  withResponse(): Promise<WithResponse<Data>> {
    // The returned promise reports the error, so the call itself must not cause an unhandled rejection.
    this.catch(() => {});
    return this.#result.then(({ data, head: { status, headers }, retries }) => ({
      data,
      response: { status, headers, requestId: headers['x-request-id'], retries },
    }));
  }
}
