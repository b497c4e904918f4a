import { z } from 'zod';
import { tryCheck } from '../../base/validation/check.js';
import { rawText } from '../../base/validation/text.js';

/** A position in a snapshot, in which a reader first gets all existing content: the last ask and the last of its answers. */
export interface SnapshotPosition {
  readonly phase: 'snapshot';
  /** The position of the log from which to continue after the snapshot. */
  readonly head: number;
  /** The number of the ask that was read last; 0 before the first. */
  readonly ask: number;
  /** The answer of that ask that was read last; empty before the first, null if all were read. */
  readonly answer: string | null;
}

/** A position in the log of changes. */
export interface LogPosition {
  readonly phase: 'log';
  /** The change that comes next. */
  readonly seq: number;
  /** The answer of that change that was read last; empty before the first. */
  readonly answer: string;
}

export type FeedPosition = SnapshotPosition | LogPosition;

/** Whose feed a cursor belongs to. */
export interface FeedOwner {
  readonly account: number;
  readonly site: number | null;
}

/** The ask whose events a reader wants. The number finds them even after the ask was deleted. */
export interface FeedAskFilter {
  readonly seq: number;
  readonly id: string;
}

export interface FeedCursor {
  readonly position: FeedPosition;
  readonly ask: FeedAskFilter | null;
}

const version = 1;
/** The maximum length of the ID of an ask, rounded up. */
const maxIdLength = 50;
const number = z.int().min(0);
const answer = z.string().regex(/^[0-9a-z]{0,20}$/);
const shape = z.tuple([
  z.literal(version),
  number,
  number.nullable(),
  z.union([
    z.tuple([z.literal('s'), number, number, answer.nullable()]),
    z.tuple([z.literal('l'), z.int().min(1), answer]),
  ]),
  z.tuple([number, rawText(maxIdLength)]).nullable(),
]);

/** Encodes a position as an opaque text, which only the same account and site can use. */
export function encodeCursor({ account, site }: FeedOwner, { position, ask }: FeedCursor): string {
  const place =
    position.phase === 'log'
      ? ['l', position.seq, position.answer]
      : ['s', position.head, position.ask, position.answer];
  const content = [version, account, site, place, ask && [ask.seq, ask.id]];
  return Buffer.from(JSON.stringify(content)).toString('base64url');
}

/** Returns undefined if the text is not a cursor of this owner. */
export function decodeCursor(owner: FeedOwner, cursor: string): FeedCursor | undefined {
  const parsed = tryCheck(shape, parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) return undefined;
  const [, , , place, ask] = parsed.data;
  const position: FeedPosition =
    place[0] === 'l'
      ? { phase: 'log', seq: place[1], answer: place[2] }
      : { phase: 'snapshot', head: place[1], ask: place[2], answer: place[3] };
  const found: FeedCursor = { position, ask: ask && { seq: ask[0], id: ask[1] } };
  // Accept only the text that `encodeCursor` returns for this account and site: decoding base64url is lenient.
  return encodeCursor(owner, found) === cursor ? found : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
