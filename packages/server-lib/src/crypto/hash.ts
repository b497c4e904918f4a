import { createHash } from 'node:crypto';

/** SHA-256, for secrets with enough entropy of their own: keys and session tokens. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
