import { hash } from 'node:crypto';

/** SHA-256. It hides only what has enough entropy of its own, as keys and session tokens have. */
export function sha256(text: string | Uint8Array): Buffer {
  return hash('sha256', text, 'buffer');
}
