import type { Clock } from '../../base/clock.js';
import { callOutside, DeadlineError } from '../../base/deadline.js';
import { type CreateConnections, createConnections as createHttpConnections } from './connections.js';
import { type Message, type PostOutcome, problemOf } from './message.js';
import type { TargetGuard } from './target-guard.js';

/** Sends messages to one webhook, over connections that stay open between them. */
export type Poster = ReturnType<typeof createPoster>;

interface PosterOptions {
  readonly clock: Clock;
  readonly guard: TargetGuard;
  /** The total time in milliseconds for the name lookup, the connection, the request and the response. */
  readonly timeout: number;
  /** Default: connections over HTTP. */
  readonly createConnections?: CreateConnections | undefined;
}

export function createPoster({ clock, guard, timeout, createConnections = createHttpConnections }: PosterOptions) {
  const connections = createConnections(guard);

  return {
    /**
     * Sends a message, and returns the response or the reason why there is no response.
     *
     * @param stopped Aborted when the service stops.
     */
    async post(message: Message, stopped: AbortSignal): Promise<PostOutcome> {
      try {
        return await callOutside((signal) => connections.send(guard.parse(message.url), message, signal), {
          what: 'The URL of a webhook',
          clock,
          timeout,
          stopped,
        });
      } catch (error) {
        if (stopped.aborted) throw error;
        return { problem: error instanceof DeadlineError ? 'timeout' : problemOf(error) };
      }
    },

    /** Closes the connections. */
    close: connections.close,
  };
}
