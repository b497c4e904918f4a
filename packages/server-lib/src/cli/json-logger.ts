import type { Logger } from '../logger.js';

/** Writes warnings and errors as one line of JSON each. */
export function createJsonLogger(write: (line: string) => void, now: () => Date = () => new Date()): Logger {
  const log = (level: string) => (details: object, message: string) =>
    write(`${JSON.stringify({ time: now().toISOString(), level, message, ...details })}\n`);
  return { info() {}, warn: log('warn'), error: log('error') };
}
