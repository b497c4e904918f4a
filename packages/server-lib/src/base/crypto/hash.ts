import { hash } from 'node:crypto';

/** Returns a SHA-256 hash. It only protects random inputs, such as API keys and session tokens, from being guessed. */
export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer');
}
