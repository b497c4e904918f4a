import type { Reply } from '../http/exchange.js';

/** Is called for each request that the pipeline handles. */
export interface RequestObserver {
  /** Returns the time of the start, for {@link ended}. */
  started(): number;
  /**
   * A response is ready. A stream is ready when it starts.
   *
   * @param route The pattern that the path matched, such as `/api/v1/polls/{id}`. Undefined if no pattern matched.
   */
  ended(startedAt: number, method: string, route: string | undefined, status: number): void;
  /** A request was refused because the process is overloaded. */
  refused(): void;
}

/** Reports a request to an observer when it has a response. A rejection counts as an internal error. */
export async function observeResponse(
  observer: RequestObserver,
  startedAt: number,
  method: string,
  route: string | undefined,
  response: Promise<Reply>,
): Promise<Reply> {
  let status = 500;
  try {
    const reply = await response;
    status = reply.status;
    return reply;
  } finally {
    observer.ended(startedAt, method, route, status);
  }
}
