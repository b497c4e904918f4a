import type { Logger } from '../../../src/logger.js';

/** Returns a logger without the warning about fsync, which PostgreSQL runs without in tests. */
export function withoutFsyncWarning(logger: Logger): Logger {
  return {
    info: (details, message) => logger.info(details, message),
    warn: (details, message) => message.startsWith('fsync is off') || logger.warn(details, message),
    error: (details, message) => logger.error(details, message),
  };
}
