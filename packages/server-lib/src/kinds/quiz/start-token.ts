import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Micros } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import type { Faults } from '../../base/faults/faults.js';
import { checkPeriod } from '../../core/answers/checked-answers.js';
import { fault } from '../../shared/faults/fault.js';
import { seededRandom, shuffle } from './shuffle.js';
import { feedbackOf, needsStart, type QuizOwn, type StoredQuestion } from './stored-quiz.js';

const poolBytes = 4;
const issuedBytes = 8;
const nonceBytes = 16;
const macBytes = 16;
const payloadBytes = poolBytes + issuedBytes + nonceBytes;

const second: Micros = 1_000_000;
/** The additional time for submitting an attempt over a slow connection. */
const grace: Micros = 5 * second;

/** The start of an attempt. */
export interface Start {
  /** The hash of the questions at that time. See {@link hashPool}. */
  readonly pool: number;
  readonly issued: Micros;
  readonly nonce: Uint8Array;
}

/** The parts of a quiz that starting it needs. */
export interface StartableQuiz {
  readonly id: string;
  readonly version: number;
  readonly own: QuizOwn;
}

export function createStart({ own }: StartableQuiz, now: Micros): Start {
  return { pool: hashPool(own), issued: now, nonce: randomBytes(nonceBytes) };
}

/**
 * Hashes the set of questions. A start stays valid as long as the set is the same, so that correcting a typo or
 * changing `closes_at` does not affect running attempts.
 */
function hashPool({ draw, questions }: QuizOwn): number {
  return sha256(JSON.stringify([draw, questions.map(({ id, type }) => [id, type])])).readUInt32BE(0);
}

/** Returns a signed token that is only valid for this quiz. */
export function signStart(secret: Buffer, quiz: string, { pool, issued, nonce }: Start): string {
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt32BE(pool, 0);
  payload.writeBigUInt64BE(BigInt(issued), poolBytes);
  payload.set(nonce, poolBytes + issuedBytes);
  return Buffer.concat([payload, startMac(secret, quiz, payload)]).toString('base64url');
}

/** Returns the start of a signed token, or undefined if the token is not valid for this quiz. */
export function verifyStart(secret: Buffer, quiz: string, text: string): Start | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Decoding is lenient. Only accept the canonical encoding.
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

/** Returns whether the set of questions is still the same. */
export function isStartCurrent({ own }: StartableQuiz, { pool }: Start): boolean {
  return pool === hashPool(own);
}

/** Returns when the time of an attempt ends, or null if there is no time limit. */
export function startExpiry({ time_limit_seconds }: QuizOwn, { issued }: Start): Micros | null {
  return time_limit_seconds === null ? null : issued + time_limit_seconds * second;
}

/**
 * Returns the time before which issued starts have expired, including the grace period. Null if they do not expire.
 */
export function startsExpiredBefore(own: QuizOwn, now: Micros): Micros | null {
  const period = validityOf(own);
  return period === null ? null : now - period - grace;
}

/** Returns how long a start is valid, or null if it does not expire. Checked answers are not kept forever. */
function validityOf(own: QuizOwn): Micros | null {
  if (own.time_limit_seconds !== null) return own.time_limit_seconds * second;
  return feedbackOf(own) === 'each' ? checkPeriod : null;
}

/** Returns the seed of the random order of a start. */
export function startSeed(quiz: string, { nonce }: Start): string[] {
  return [quiz, Buffer.from(nonce).toString('hex')];
}

/** Returns the questions of a start, in the order of the quiz. Draws them at random if only some are asked. */
export function drawQuestions(
  { id, own }: StartableQuiz,
  start: Start | null,
  secret: Buffer,
): readonly StoredQuestion[] {
  if (own.draw === null || start === null) return own.questions;
  const random = seededRandom(secret, [...startSeed(id, start), 'draw']);
  const drawn = new Set(shuffle(own.questions, random).slice(0, own.draw));
  return own.questions.filter((question) => drawn.has(question));
}

/**
 * Validates the `started` token of an attempt. Returns null if the quiz needs no token, and undefined if the token is invalid.
 *
 * @throws AskwellError with the code `too_late` if the time limit has passed.
 */
export function checkStartToken(
  quiz: StartableQuiz,
  token: unknown,
  { now, secret }: { now: Micros; secret: Buffer },
  faults: Faults,
): Start | null | undefined {
  if (token === undefined || token === null) {
    if (!needsStart(quiz.own)) return null;
    faults.add('started', fault('start_required'));
    return undefined;
  }
  const start = typeof token === 'string' ? verifyStart(secret, quiz.id, token) : undefined;
  if (!start) {
    faults.add('started', fault('invalid_start'));
    return undefined;
  }
  if (!isStartCurrent(quiz, start)) {
    faults.add('started', fault('outdated_start'));
    return undefined;
  }
  const expiredBefore = startsExpiredBefore(quiz.own, now);
  if (expiredBefore !== null && start.issued < expiredBefore) throw new AskwellError('too_late');
  return start;
}
