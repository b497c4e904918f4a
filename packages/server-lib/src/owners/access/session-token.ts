import { randomBytes } from 'node:crypto';

/** Generates a token of 256 random bits. The database only stores its hash. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
