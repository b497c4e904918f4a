import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from '../timers.js';
import { pauseReading, resumeReading } from './pause-socket.js';

/**
 * Milliseconds that a client may take nothing of a reply. A socket notices it after one to two times as long, since
 * what it took in the first span counts as progress.
 */
export const stallLimit = 25_000;

/** Ends connections whose clients do not read their replies. */
export interface StalledReplies {
  /** To be called after something is written to a response. */
  watch(response: ServerResponse): void;
}

export function createStalledReplies(limit = stallLimit): StalledReplies {
  let written: ServerResponse[] = [];
  const stopWatching = new WeakMap<ServerResponse, () => void>();

  /** Nearly all replies are sent by the end of the turn they were written in. */
  function look(): void {
    const responses = written;
    written = [];
    for (const response of responses) {
      if (!hasUnsent(response)) stopWatching.get(response)?.();
      else if (!stopWatching.has(response)) limitTime(response);
    }
  }

  function limitTime(response: ServerResponse): void {
    const { socket } = response;
    // HTTP/2 has one socket for many streams, and limits of its own.
    if (!(socket instanceof Socket) || response.req.httpVersionMajor !== 1) return;
    const before = socket.timeout ?? 0;
    // The host's own limit is shorter.
    if (before > 0 && before <= limit) return;
    const stop = (): void => {
      stopWatching.delete(response);
      response.off('timeout', onTimeout).off('finish', stop).off('close', stop);
      if (!socket.destroyed) socket.setTimeout(before);
      resumeReading(socket);
    };
    const onTimeout = (): void => {
      if (hasUnsent(response)) socket.destroy();
      else stop();
    };
    stopWatching.set(response, stop);
    // What the client sends would count as progress too.
    pauseReading(socket);
    socket.setTimeout(limit);
    // Before Node's own listener, which sets the time that the connection may be idle.
    response.on('timeout', onTimeout).prependListener('finish', stop).once('close', stop);
  }

  return {
    watch(response) {
      if (written.push(response) === 1) setImmediate(look);
    },
  };
}

function hasUnsent({ socket, destroyed }: ServerResponse): boolean {
  return !destroyed && socket !== null && socket.writableLength > 0;
}
