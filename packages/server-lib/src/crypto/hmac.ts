import { hash } from 'node:crypto';

const blockBytes = 64;
const hashBytes = 32;
const shortBytes = 16;
/** The most bytes that a code unit of a text takes in UTF-8. */
const widest = 3;

/** A secret as HMAC takes it in: blocks that come before what is hashed, and room for the inner hash behind the outer. */
interface Pads {
  readonly inner: Buffer;
  readonly outer: Buffer;
}

const kept = new WeakMap<Buffer, Pads>();

/**
 * The first 128 bits of a text's HMAC-SHA-256. Every answer takes one or two of them, and two one-shot hashes cost half of
 * an `Hmac` object.
 */
export function shortHmac(secret: Buffer, text: string): Uint8Array {
  const { inner, outer } = padsOf(secret);
  const message = Buffer.allocUnsafe(blockBytes + text.length * widest);
  message.set(inner);
  const length = blockBytes + message.write(text, blockBytes);
  outer.set(hash('sha256', message.subarray(0, length), 'buffer'), blockBytes);
  return hash('sha256', outer, 'buffer').subarray(0, shortBytes);
}

function padsOf(secret: Buffer): Pads {
  const known = kept.get(secret);
  if (known) return known;
  const key = Buffer.alloc(blockBytes);
  key.set(secret.length > blockBytes ? hash('sha256', secret, 'buffer') : secret);
  const outer = Buffer.alloc(blockBytes + hashBytes);
  outer.set(key.map((byte) => byte ^ 0x5c));
  const pads = { inner: Buffer.from(key.map((byte) => byte ^ 0x36)), outer };
  kept.set(secret, pads);
  return pads;
}
