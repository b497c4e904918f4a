import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from '../base/event-loop.js';
import { pauseReading, resumeReading } from './pause-socket.js';

/**
 * How long a client can read nothing of a response, in milliseconds. The timeout of the socket expires after one to two times
 * this, since progress in the first interval restarts it.
 */
export const stallLimit = 25_000;

/** Closes connections whose clients do not read their responses. */
export interface StalledReplies {
  /** Watches a response. Call it after each write. */
  watch(response: ServerResponse): void;
}

export function createStalledReplies(limit = stallLimit): StalledReplies {
  let recentlyWritten: ServerResponse[] = [];
  const stopWatching = new WeakMap<ServerResponse, () => void>();

  /** Runs at the end of a turn of the event loop, when nearly all responses have been sent. */
  function checkWritten(): void {
    const responses = recentlyWritten;
    recentlyWritten = [];
    for (const response of responses) {
      if (!hasUnsentBytes(response)) stopWatching.get(response)?.();
      else if (!stopWatching.has(response)) startTimeout(response);
    }
  }

  function startTimeout(response: ServerResponse): void {
    const { socket } = response;
    // HTTP/2 has one socket for many streams, and its own timeouts.
    if (!(socket instanceof Socket) || response.req.httpVersionMajor !== 1) return;
    const hostTimeout = socket.timeout ?? 0;
    // Keep a shorter timeout of the host.
    if (hostTimeout > 0 && hostTimeout <= limit) return;
    const stop = (): void => {
      stopWatching.delete(response);
      response.off('timeout', onTimeout).off('finish', stop).off('close', stop);
      if (!socket.destroyed) socket.setTimeout(hostTimeout);
      resumeReading(socket);
    };
    const onTimeout = (): void => {
      if (hasUnsentBytes(response)) socket.destroy();
      else stop();
    };
    stopWatching.set(response, stop);
    // Bytes that the client sends would restart the timeout too.
    pauseReading(socket);
    socket.setTimeout(limit);
    // Runs before Node's own listener, which sets the keep-alive timeout.
    response.on('timeout', onTimeout).prependListener('finish', stop).once('close', stop);
  }

  return {
    watch(response) {
      if (recentlyWritten.push(response) === 1) setImmediate(checkWritten);
    },
  };
}

function hasUnsentBytes({ socket, destroyed }: ServerResponse): boolean {
  // A closed stream of HTTP/2 has no socket, not even null.
  return !destroyed && !!socket && socket.writableLength > 0;
}
