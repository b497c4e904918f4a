import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Micros } from '../../clock.js';
import { sha256 } from '../../crypto/hash.js';
import { AskwellError } from '../../errors.js';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { needsStart, type QuizOwn, type StoredQuestion } from '../stored-quiz.js';
import { seededRandom, shuffle } from './shuffle.js';

const poolBytes = 4;
const issuedBytes = 8;
const nonceBytes = 16;
const macBytes = 16;
const payloadBytes = poolBytes + issuedBytes + nonceBytes;

const second: Micros = 1_000_000;
/** What an attempt may take longer, for the way it comes. */
const grace: Micros = 5 * second;

/** When an attempt was started, and what tells it from every other. */
export interface Start {
  /** What was to be asked then; see {@link hashPool}. */
  readonly pool: number;
  readonly issued: Micros;
  readonly nonce: Uint8Array;
}

/** A quiz as far as starting it goes. */
export interface StartableQuiz {
  readonly id: string;
  readonly version: number;
  readonly own: QuizOwn;
}

export function createStart({ own }: StartableQuiz, now: Micros): Start {
  return { pool: hashPool(own), issued: now, nonce: randomBytes(nonceBytes) };
}

/**
 * Tells one set of questions from another. Who has started answers what they were asked, so long as the same are asked:
 * a later closing time or a mended word ends nobody's attempt.
 */
function hashPool({ draw, questions }: QuizOwn): number {
  return sha256(JSON.stringify([draw, questions.map(({ id, type }) => [id, type])])).readUInt32BE(0);
}

/** A start as text that nobody else can make, or use for another quiz. */
export function signStart(secret: Buffer, quiz: string, { pool, issued, nonce }: Start): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt32BE(pool, 0);
  payload.writeBigUInt64BE(BigInt(issued), poolBytes);
  payload.set(nonce, poolBytes + issuedBytes);
  return Buffer.concat([payload, startMac(secret, quiz, payload)]).toString('base64url');
}

/** The start that was signed; undefined where the text is none of this quiz. */
export function verifyStart(secret: Buffer, quiz: string, text: string): Start | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding is lenient: only what would be written just so is a start of ours.
  if (bytes.length !== payloadBytes + macBytes || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(0, payloadBytes);
  if (!timingSafeEqual(bytes.subarray(payloadBytes), startMac(secret, quiz, payload))) return undefined;
  return {
    pool: payload.readUInt32BE(0),
    issued: Number(payload.readBigUInt64BE(poolBytes)),
    nonce: new Uint8Array(payload.subarray(poolBytes + issuedBytes)),
  };
}

function startMac(secret: Buffer, quiz: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(`start\0${quiz}\0`).update(payload).digest().subarray(0, macBytes);
}

/** Whether what was to be asked at a start is asked still. */
export function isStartCurrent({ own }: StartableQuiz, { pool }: Start): boolean {
  return pool === hashPool(own);
}

/** When the time of an attempt is over; null where it has all the time. */
export function startExpiry({ time_limit_seconds }: QuizOwn, { issued }: Start): Micros | null {
  return time_limit_seconds === null ? null : issued + time_limit_seconds * second;
}

/** Starts that were issued before are over, whatever may still be on its way; null where starts have no end. */
export function startsExpiredBefore({ time_limit_seconds }: QuizOwn, now: Micros): Micros | null {
  return time_limit_seconds === null ? null : now - time_limit_seconds * second - grace;
}

/** What the dice of a start are seeded with. */
export function startSeed(quiz: string, { nonce }: Start): string[] {
  return [quiz, Buffer.from(nonce).toString('hex')];
}

/** The questions of a start, in the quiz's own order: drawn from the pool where only some are asked. */
export function drawQuestions(
  { id, own }: StartableQuiz,
  start: Start | null,
  secret: Buffer,
): readonly StoredQuestion[] {
  if (own.draw === null || start === null) return own.questions;
  const dice = seededRandom(secret, [...startSeed(id, start), 'draw']);
  const drawn = new Set(shuffle(own.questions, dice).slice(0, own.draw));
  return own.questions.filter((question) => drawn.has(question));
}

/** The start an attempt brings back: null where it needs none, undefined where it is not a good one. */
export function checkStartToken(
  quiz: StartableQuiz,
  given: unknown,
  { now, secret }: { now: Micros; secret: Buffer },
  faults: Faults,
): Start | null | undefined {
  if (given === undefined || given === null) {
    if (!needsStart(quiz.own)) return null;
    faults.add('started', fault('start_required'));
    return undefined;
  }
  const start = typeof given === 'string' ? verifyStart(secret, quiz.id, given) : undefined;
  if (!start) {
    faults.add('started', fault('invalid_start'));
    return undefined;
  }
  if (!isStartCurrent(quiz, start)) {
    faults.add('started', fault('outdated_start'));
    return undefined;
  }
  const expiry = startExpiry(quiz.own, start);
  if (expiry !== null && now > expiry + grace) throw new AskwellError('too_late');
  return start;
}
