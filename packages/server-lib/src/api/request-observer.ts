import type { Reply } from '../http/exchange.js';

/** Learns of each request that the pipeline handles. */
export interface RequestObserver {
  /** Returns the time of the start, for {@link ended}. */
  started(): number;
  /**
   * A response is ready. A stream is ready when it starts.
   *
   * @param route The pattern that the path matched, such as `/api/v1/polls/{id}`; undefined if none did.
   */
  ended(startedAt: number, method: string, route: string | undefined, status: number): void;
  /** A request was refused because the process is overloaded. */
  refused(): void;
}

/** Tells an observer of a request. A rejection counts as an internal error. */
export async function observeResponse(
  observer: RequestObserver,
  method: string,
  route: string | undefined,
  respond: () => Promise<Reply>,
): Promise<Reply> {
  const startedAt = observer.started();
  let status = 500;
  try {
    const reply = await respond();
    status = reply.status;
    return reply;
  } finally {
    observer.ended(startedAt, method, route, status);
  }
}
