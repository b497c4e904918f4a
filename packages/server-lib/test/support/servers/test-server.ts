import type { Services } from '../../../src/assemble-services.js';
import type { Askwell } from '../../../src/instance/askwell-interface.js';
import type { AskwellOptions } from '../../../src/options/options.js';

/** What takes requests: a server with a socket, or an instance in this process. */
export interface Requests {
  /** Scheme, host and port, with the base path if there is one. */
  readonly url: string;
  /** Sends a request to a URL of the server. Absent: requests go through a socket. */
  readonly fetch?: typeof globalThis.fetch;
}

/** An instance under test. */
export interface TestServer extends Required<Requests> {
  readonly database: AskwellOptions['database'];
  readonly askwell: Askwell;
  readonly services: Services;
  close(): Promise<void>;
}

/** Starts an instance with options. */
export type StartInstance = (options?: Partial<AskwellOptions>) => Promise<TestServer>;

/** Sends a request to a URL of a server. */
export function send({ fetch = globalThis.fetch }: Requests, url: string, init?: RequestInit): Promise<Response> {
  return fetch(url, init);
}
