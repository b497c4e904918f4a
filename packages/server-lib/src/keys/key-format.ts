import { crc32 } from 'node:zlib';
import { base62, randomText } from '../crypto/random.js';

/** Random characters of a key, about 202 bits. */
const secretLength = 34;
/** Checksum characters: 62⁶ is more than 2³². */
const checksumLength = 6;
const bodyLength = secretLength + checksumLength;

const keyPattern = /^[a-z]{2,12}_[0-9A-Za-z]{40}$/;

export const keyPrefixPattern = /^[a-z]{2,12}$/;

/** A key just made, and what of it may be kept. */
export interface GeneratedKey {
  /** To be shown once and forgotten. */
  readonly raw: string;
  readonly prefix: string;
  /** The first four of the 40 characters. */
  readonly head: string;
  /** The last four. */
  readonly tail: string;
}

export function generateKey(prefix: string): GeneratedKey {
  const secret = `${prefix}_${randomText(base62, secretLength)}`;
  const raw = secret + checksum(secret);
  return { raw, prefix, head: raw.slice(-bodyLength).slice(0, 4), tail: raw.slice(-4) };
}

/** Returns whether a text has the format and the checksum of a key. Detects typos without a database query. */
export function isWellFormedKey(raw: string): boolean {
  if (!keyPattern.test(raw)) return false;
  return crc32(raw.slice(0, -checksumLength)) === readDigits(raw.slice(-checksumLength));
}

/** `ask_XXXX••••••XXXX` */
export function maskKey(key: { prefix: string; head: string; tail: string }): string {
  return `${key.prefix}_${key.head}••••••${key.tail}`;
}

/** What each character is worth as a digit, by its code. */
const worth = new Uint8Array(128);
for (const [value, digit] of [...base62].entries()) worth[digit.charCodeAt(0)] = value;

function readDigits(digits: string): number {
  let number = 0;
  for (let place = 0; place < digits.length; place++) number = number * 62 + (worth[digits.charCodeAt(place)] ?? 0);
  return number;
}

/** Covers the prefix too: one changed character anywhere is noticed. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
