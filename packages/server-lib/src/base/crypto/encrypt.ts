import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text with a key that is derived from a token.
 *
 * @param token A random token with enough entropy to be a key.
 */
export function encryptText(token: string, text: string): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, deriveKey(token), nonce, { authTagLength: tagBytes });
  const content = [encryption.update(text, 'utf8'), encryption.final()];
  return Buffer.concat([nonce, encryption.getAuthTag(), ...content]);
}

/** Returns the text that was encrypted with a token; undefined if the token is wrong or the data was modified. */
export function decryptText(token: string, encrypted: Uint8Array): string | undefined {
  const [nonce, tag] = [encrypted.subarray(0, nonceBytes), encrypted.subarray(nonceBytes, nonceBytes + tagBytes)];
  if (tag.length < tagBytes) return undefined;
  const decryption = createDecipheriv(cipher, deriveKey(token), nonce, { authTagLength: tagBytes }).setAuthTag(tag);
  const content = decryption.update(encrypted.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([content, decryption.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function deriveKey(token: string): Buffer {
  return Buffer.from(hkdfSync('sha256', token, '', 'askwell seal', keyBytes));
}
