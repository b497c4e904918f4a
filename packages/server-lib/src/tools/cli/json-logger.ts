import type { Logger } from '../../base/logger.js';

/** Creates a logger that writes one line of JSON per entry. */
export function createJsonLogger(write: (line: string) => void, now: () => Date = () => new Date()): Logger {
  const log = (level: string) => (details: object, message: string) =>
    write(`${JSON.stringify({ time: now().toISOString(), level, message, ...details })}\n`);
  return { info: log('info'), warn: log('warn'), error: log('error') };
}
