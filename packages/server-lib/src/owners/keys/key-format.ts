import { crc32 } from 'node:zlib';
import { base62, randomText } from '../../base/crypto/random.js';

/** The number of random characters in a key, about 202 bits. */
const secretLength = 34;
/** The number of checksum characters. 62⁶ is more than 2³². */
const checksumLength = 6;
const bodyLength = secretLength + checksumLength;

const keyPattern = /^[a-z]{2,12}_[0-9A-Za-z]{40}$/;

export const keyPrefixPattern = /^[a-z]{2,12}$/;

/** A new key, and the parts of it that are stored. */
export interface GeneratedKey {
  /** The key. It is shown once and never stored. */
  readonly raw: string;
  readonly prefix: string;
  /** The first four of the 40 characters. */
  readonly head: string;
  /** The last four. */
  readonly tail: string;
}

export function generateKey(prefix: string): GeneratedKey {
  const raw = generateSecret(`${prefix}_`);
  return { raw, prefix, head: raw.slice(-bodyLength).slice(0, 4), tail: raw.slice(-4) };
}

/** Returns 34 random characters and a checksum, after a prefix. */
export function generateSecret(prefix: string): string {
  const secret = prefix + randomText(base62, secretLength);
  return secret + checksum(secret);
}

/** Returns whether a text has the form and checksum of a key. Detects typos without reading the database. */
export function isWellFormedKey(raw: string): boolean {
  return keyPattern.test(raw) && hasChecksum(raw);
}

/** Returns whether a text of the form of {@link generateSecret} ends in its checksum. */
export function hasChecksum(raw: string): boolean {
  return crc32(raw.slice(0, -checksumLength)) === readDigits(raw.slice(-checksumLength));
}

/** Returns a key in the masked form `ask_XXXX••••••XXXX`. */
export function maskKey(key: { prefix: string; head: string; tail: string }): string {
  return `${key.prefix}_${key.head}••••••${key.tail}`;
}

/** The value of each digit in base 62, by its character code. */
const digitValues = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, base62.indexOf(String.fromCharCode(code))),
);

function readDigits(digits: string): number {
  let number = 0;
  for (let at = 0; at < digits.length; at++) number = number * 62 + (digitValues[digits.charCodeAt(at)] ?? 0);
  return number;
}

/** Returns the CRC-32 of a text in base 62. The text includes the prefix, so that any changed character is detected. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
