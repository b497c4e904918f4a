import { createHmac } from 'node:crypto';

const shortDigits = 32;

/** Returns the first 128 bits of the HMAC-SHA-256 of a text, in hexadecimal. */
export function shortHmac(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex').slice(0, shortDigits);
}
