import type { Micros } from '../clock.js';
import { randomText } from '../crypto/random.js';
import type { AskKind } from './ask-types.js';

/** The prefixes of the IDs of answers, by the kind of the ask. */
export const answerPrefixes = { poll: 'vote_', quiz: 'attempt_', form: 'submission_' } as const satisfies Record<
  AskKind,
  string
>;

const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const idLength = 20;
/** Milliseconds in base 36; enough until the year 2059. */
const timeLength = 8;
const latest = 36 ** timeLength - 1;
/** The microseconds within one, so that ids are in the order of their times. */
const fineLength = 2;

/** An ask's id behind its prefix: nobody guesses one. */
export function newAskId(): string {
  return randomText(base36, idLength);
}

/** An answer's id: rows that come together lie together, and still nobody guesses one or learns how many there are. */
export function newAnswerId(at: Micros): string {
  const fine = (at % 1000).toString(36).padStart(fineLength, '0');
  return timePart(at) + fine + randomText(base36, idLength - timeLength - fineLength);
}

/** What ids made at a time begin with: ids made later compare greater. Times that no id can have go to the ends. */
export function timePart(at: Micros): string {
  return Math.min(Math.max(Math.floor(at / 1000), 0), latest)
    .toString(36)
    .padStart(timeLength, '0');
}

/** An ask's id as clients know it: `poll_…`. */
export function wireIdOf({ kind, id }: { readonly kind: AskKind; readonly id: string }): string {
  return `${kind}_${id}`;
}

const shape = /^[0-9a-z]{20}$/;

/** The part of `poll_…` after its prefix; undefined where the text is no such id. */
export function bareId(text: string, prefix: string): string | undefined {
  const bare = text.slice(prefix.length);
  return text.startsWith(prefix) && shape.test(bare) ? bare : undefined;
}
