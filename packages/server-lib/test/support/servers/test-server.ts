import type { Services } from '../../../src/assemble-services.js';
import type { Askwell } from '../../../src/instance/askwell-interface.js';
import type { AskwellOptions } from '../../../src/options/options.js';
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
