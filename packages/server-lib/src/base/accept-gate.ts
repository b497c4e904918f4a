/** The number of turns of the event loop that work leaves to new connections before it continues. */
const maxTurns = 100;

/**
 * Lets new connections be accepted before other work. Node accepts one connection per turn of the event loop. If each turn has
 * milliseconds of work, a probe waits until thousands of other connections were accepted.
 */
export interface AcceptGate {
  /** Records that a new connection was accepted. */
  connected(): void;
  /** Returns whether work may run in this turn. After a connection was accepted, work waits for a number of turns. */
  isOpen(): boolean;
}

export function createAcceptGate(): AcceptGate {
  let hasConnected = false;
  let turns = 0;
  return {
    connected() {
      hasConnected = true;
    },
    isOpen() {
      const isOpen = !hasConnected || turns >= maxTurns;
      turns = isOpen ? 0 : turns + 1;
      hasConnected = false;
      return isOpen;
    },
  };
}
