import type { Micros } from '../base/clock.js';
import { randomText } from '../base/crypto/random.js';
import type { AskKind } from '../shared/contract/ask-types.js';

/** The kinds of asks, in the order in which they are listed. */
export const askKinds = ['poll', 'quiz', 'form'] as const satisfies readonly AskKind[];

/** Returns the kind of the ask that an ID can belong to. */
export function kindOf(id: string): AskKind | undefined {
  return askKinds.find((kind) => id.startsWith(`${kind}_`));
}

/** The prefixes of the IDs of answers, by the kind of the ask. */
export const answerPrefixes = { poll: 'vote_', quiz: 'attempt_', form: 'submission_' } as const satisfies Record<
  AskKind,
  string
>;

const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const idLength = 20;
/** The length of the milliseconds in base 36. Enough until the year 2059. */
const timeLength = 8;
const maxTime = 36 ** timeLength - 1;
/** The length of the microseconds within a millisecond. Keeps IDs in the order of their times. */
const microsLength = 2;

/** Creates the unguessable ID of an ask, without prefix. */
export function newAskId(): string {
  return randomText(base36, idLength);
}

/**
 * Creates the ID of an answer, without prefix. It starts with the time, so that rows of the same time are stored
 * together, and ends with random characters, so that IDs are unguessable and do not reveal the number of answers.
 */
export function newAnswerId(at: Micros): string {
  const micros = (at % 1000).toString(36).padStart(microsLength, '0');
  return timePart(at) + micros + randomText(base36, idLength - timeLength - microsLength);
}

/**
 * Returns the start of the IDs created at a time. IDs that are created later compare greater. Times out of range are
 * clamped.
 */
export function timePart(at: Micros): string {
  return Math.min(Math.max(Math.floor(at / 1000), 0), maxTime)
    .toString(36)
    .padStart(timeLength, '0');
}

/** Returns the lowest ID of the answers that are created at a time, to the millisecond. */
export function firstId(at: Micros): string {
  return timePart(at).padEnd(idLength, '0');
}

/** Returns the time at which an answer with an ID was given, to the millisecond. */
export function timeOfAnswer(id: string): Micros {
  return Number.parseInt(id.slice(0, timeLength), 36) * 1000;
}

/** Returns the ID of an ask with the prefix of its kind: `poll_…`. */
export function wireIdOf({ kind, id }: { readonly kind: AskKind; readonly id: string }): string {
  return `${kind}_${id}`;
}

const idPattern = /^[0-9a-z]{20}$/;

/** Returns the ID without its prefix, or undefined if the text is not an ID with this prefix. */
export function bareId(text: string, prefix: string): string | undefined {
  const bare = text.slice(prefix.length);
  return text.startsWith(prefix) && idPattern.test(bare) ? bare : undefined;
}
