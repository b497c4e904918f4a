import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a text so that only who holds the token reads it; the token needs entropy of its own. */
export function encryptText(token: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, keyOf(token), nonce, { authTagLength: tagBytes });
  const content = [sealing.update(text, 'utf8'), sealing.final()];
  return Buffer.concat([nonce, sealing.getAuthTag(), ...content]);
}

/** The text that was sealed with the token; undefined where it was sealed with another, or changed since. */
export function decryptText(token: string, sealed: Uint8Array): string | undefined {
  const [nonce, tag] = [sealed.subarray(0, nonceBytes), sealed.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const opening = createDecipheriv(cipher, keyOf(token), nonce, { authTagLength: tagBytes }).setAuthTag(tag);
  const content = opening.update(sealed.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([content, opening.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'askwell seal', keyBytes));
}
