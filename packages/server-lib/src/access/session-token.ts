import { randomBytes } from 'node:crypto';

/** 256 bits; the database holds its hash alone. */
export function generateSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

export function isSessionToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
