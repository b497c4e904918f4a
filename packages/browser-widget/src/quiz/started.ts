import { writeItem } from '../flow/draft.js';

const startedKey = (key: string) => `askwell:started:${key}`;

/** Returns the token of a quiz that was started in this tab. */
export function readStarted(key: string): string | null {
  try {
    return sessionStorage.getItem(startedKey(key));
  } catch {
    return null;
  }
}

/** Keeps the token of a started quiz over a reload. */
export function keepStarted(key: string, token: string): void {
  writeItem(startedKey(key), token);
}
