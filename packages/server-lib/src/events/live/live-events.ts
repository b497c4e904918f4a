import type { LiveEnd } from '../../shared/contract/live-types.js';

/** Returns the event for a state of the results. The ID identifies the state. */
export function stateEvent(id: string, results: object): Uint8Array {
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(results)}\n\n`);
}

/** Returns the last event of a stream. */
export function endEvent(reason: LiveEnd['reason']): string {
  return `event: end\ndata: ${JSON.stringify({ reason } satisfies LiveEnd)}\n\n`;
}

/** A comment that is sent regularly, so that no proxy closes the stream. */
export const heartbeat = ':\n\n';

/** Returns the reconnection time. It is random, so that clients do not all reconnect at once after a restart. */
export function retryField(): string {
  return `retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`;
}
