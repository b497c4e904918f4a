import { systemClock } from './clock.js';
import { createTurns } from './turns.js';

/** Captured when this module is loaded, since a host's tests may replace the global one. */
export const { setImmediate } = globalThis;

/**
 * The turns of the event loop, which all long work of the process shares: exports and streams, pages, jobs of owners, loops in the
 * background. In each turn, the answers of visitors come before it.
 */
const turns = createTurns(systemClock);

/** The party of background work and of calls by the host. */
export const ownWork = 'process';

/** Returns a promise that resolves in a later turn of the event loop, when other work has had a turn. */
export const nextTurn = turns.next;

/**
 * Returns undefined if a piece of long work may run now, otherwise a promise that resolves when it may: in each turn of the event
 * loop, all pieces together get some milliseconds, and parties take turns.
 */
export const turnForLongWork = turns.forLongWork;

/** Returns the same for the first piece of a request, which is refused if too much waits, and ends when its client disconnects. */
export const turnForRequest = turns.forRequest;

/** Returns the given write of an answer. Long work waits for the write, at most as long as long work has just run. */
export const beforeLongWork = turns.beforeLongWork;

/** Calls a function at the end of this turn of the event loop, before long work, which waits until the function has ended. */
export const atEndOfTurn = turns.atEnd;

export { afterMicrotasks, type Party } from './turns.js';
