import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createAcceptGate } from '../base/accept-gate.js';
import { systemClock } from '../base/clock.js';
import { setImmediate } from '../base/event-loop.js';
import { pauseReading, resumeReading } from './pause-socket.js';

/** The duration of a turn of the event loop above which fewer connections are read in the next one, in milliseconds. */
const maxTurnTime = 20;

/** The number of connections that are read in one turn. */
const minPerTurn = 16;
const maxPerTurn = 128;

/** Spreads the reading of connections over the turns of the event loop while the process is busy. */
export interface PacedReading {
  /**
   * Reads the connection of a response again after other connections, if the process is busy or the request was rejected. Node
   * would read the next requests of thousands of connections in one turn, and would read the connections of rejected requests again and
   * again. New connections, such as a health probe, are accepted and read in between.
   */
  pace(response: ServerResponse, isRejected: boolean): void;
  /** Call it when a new connection was accepted. */
  connected(): void;
}

/** @param isBusy Returns whether requests wait for several turns. */
export function createPacedReading(isBusy: () => boolean): PacedReading {
  /** Connections that are not read, in the order of their last responses. */
  const held: (() => void)[] = [];
  let perTurn = maxPerTurn;
  let turnStartedAt = 0;
  const gate = createAcceptGate();

  function schedule(): void {
    turnStartedAt = systemClock.elapsed();
    setImmediate(resumeSome);
  }

  function resumeSome(): void {
    const isLate = systemClock.elapsed() - turnStartedAt > maxTurnTime;
    perTurn = isLate ? Math.max(minPerTurn, perTurn >> 1) : Math.min(maxPerTurn, perTurn + minPerTurn);
    if (gate.isOpen()) for (const resume of held.splice(0, perTurn)) resume();
    if (held.length > 0) schedule();
  }

  return {
    connected: gate.connected,

    pace(response, isRejected) {
      const { socket } = response;
      if (!(socket instanceof Socket) || response.req.httpVersionMajor !== 1) return;
      if (!isRejected && held.length === 0 && !isBusy()) return;
      response.once('finish', () => {
        if (socket.destroyed) return;
        // The client may have sent its next request in time.
        const keepAliveTime = socket.timeout ?? 0;
        socket.setTimeout(0);
        pauseReading(socket);
        const resume = (): void => {
          if (!socket.destroyed) socket.setTimeout(keepAliveTime);
          resumeReading(socket);
        };
        if (held.push(resume) === 1) schedule();
      });
    },
  };
}
