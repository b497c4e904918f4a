import type { ReplyHeaders } from './transport/headers.js';
import type { CallResult } from './transport/send-with-retries.js';

/** The reply to a call, without its body. */
export interface ReplyHead {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: ReplyHeaders;
  /** Tells the request apart in the server's log. */
  readonly requestId: string | undefined;
  /** How often the request was sent again. */
  readonly retries: number;
}

/** What a call gives, with the reply that brought it. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ReplyHead;
}

/** A call that is under way: a promise of what it gives and, for who asks, of the reply around it. */
export class Call<Data> extends Promise<Data> {
  readonly #replied: Promise<CallResult<Data>>;

  /** @internal */
  constructor(replied: Promise<CallResult<Data>>) {
    super((resolve, reject) => {
      replied.then(({ data }) => resolve(data), reject);
    });
    this.#replied = replied;
  }

  /** What follows from a call is a promise like any other. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * The status and the headers too.
   *
   * @example
   * const { data: poll, response } = await askwell.polls.get(id).withResponse();
   * console.log(poll.title, response.headers['etag']);
   */
  withResponse(): Promise<WithResponse<Data>> {
    // A failure is told by what is returned here, and need not be caught a second time.
    this.catch(() => {});
    return this.#replied.then(({ data, head: { status, headers }, retries }) => ({
      data,
      response: { status, headers, requestId: headers['x-request-id'], retries },
    }));
  }
}
