import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Micros } from '../../base/clock.js';

const lifetime: Micros = 7 * 24 * 3600 * 1_000_000;
const expiryBytes = 8;
const macBytes = 16;

/** Returns a token with which anyone can see a draft for seven days. */
export function signPreview(secret: Buffer, wireId: string, now: Micros): string {
  const expiry = Buffer.alloc(expiryBytes);
  expiry.writeBigUInt64BE(BigInt(now + lifetime));
  return Buffer.concat([expiry, previewMac(secret, wireId, expiry)]).toString('base64url');
}

/**
 * Returns when a token was signed, if it is for this draft and has not expired; otherwise undefined. Needs no query, so it says
 * nothing about the ask.
 */
export function previewSignedAt(secret: Buffer, wireId: string, token: string, now: Micros): Micros | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Decoding is lenient. Only accept the canonical encoding.
  if (bytes.length !== expiryBytes + macBytes || bytes.toString('base64url') !== token) return undefined;
  const expiry = bytes.subarray(0, expiryBytes);
  const isSigned = timingSafeEqual(bytes.subarray(expiryBytes), previewMac(secret, wireId, expiry));
  const expiresAt = Number(expiry.readBigUInt64BE());
  return isSigned && now < expiresAt ? expiresAt - lifetime : undefined;
}

function previewMac(secret: Buffer, wireId: string, expiry: Buffer): Buffer {
  return createHmac('sha256', secret).update(`preview\0${wireId}\0`).update(expiry).digest().subarray(0, macBytes);
}
