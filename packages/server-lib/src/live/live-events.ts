import type { LiveEnd } from './live-types.js';

/** The results as they stand, and what tells this state from every other. */
export function stateEvent(id: string, results: object): Uint8Array {
  return Buffer.from(`id: ${id}\ndata: ${JSON.stringify(results)}\n\n`);
}

/** The last event: nothing more will come, and why. */
export function endEvent(reason: LiveEnd['reason']): string {
  return `event: end\ndata: ${JSON.stringify({ reason } satisfies LiveEnd)}\n\n`;
}

/** What is said from time to time so that no proxy takes the stream for dead. */
export const heartbeat = ':\n\n';

/** Browsers come back after a while of their own each, so that a restart is not followed by all at once. */
export function retryField(): string {
  return `retry: ${1_000 + Math.floor(Math.random() * 4_000)}\n\n`;
}
