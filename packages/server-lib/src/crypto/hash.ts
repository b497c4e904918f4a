import { hash } from 'node:crypto';

/** SHA-256, for secrets with enough entropy of their own: keys and session tokens. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
