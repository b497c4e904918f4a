import type { Askwell } from '../../../src/askwell-interface.js';
import type { Logger } from '../../../src/base/logger.js';
import type { Services } from '../../../src/instance/assemble-services.js';
import type { AskwellOptions } from '../../../src/instance/options/options.js';
import type { Requests } from '../http/requests.js';

/** An instance under test. */
export interface TestServer extends Required<Requests> {
  readonly database: AskwellOptions['database'];
  readonly askwell: Askwell;
  readonly services: Services;
  close(): Promise<void>;
}

/** Starts an instance with options. */
export type StartInstance = (options?: Partial<AskwellOptions>) => Promise<TestServer>;

/** Returns a logger without the warning about fsync, which PostgreSQL runs without in tests. */
export function withoutFsyncWarning(logger: Logger): Logger {
  return {
    info: (details, message) => logger.info(details, message),
    warn: (details, message) => message.startsWith('fsync is off') || logger.warn(details, message),
    error: (details, message) => logger.error(details, message),
  };
}
