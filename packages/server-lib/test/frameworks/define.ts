import type { RequestListener } from 'node:http';
import type { Askwell } from '../../src/askwell-interface.js';
import { createAskwell } from '../../src/create-askwell.js';
import type { HostUser } from '../../src/http/host-user.js';
import type { AskwellOptions } from '../../src/instance/options/options.js';
import type { GetUser } from '../../src/owners/accounts/host-user.js';

/** Mounts Askwell in an app of the framework. */
export type Listen<HostRequest> = (
  askwell: Askwell<HostRequest>,
  base: string,
) => RequestListener | Promise<RequestListener>;

/** An app of one framework that mounts Askwell by its helper and answers 418 to requests that reach none of its routes. */
export interface FrameworkHost {
  readonly name: string;
  readonly listen: Listen<unknown>;
  /** Creates an Askwell whose `getUser` finds the user where the app's own middleware put them. */
  create(options: AskwellOptions): {
    readonly askwell: Omit<Askwell, 'node' | 'fetch'>;
    readonly listener: RequestListener | Promise<RequestListener>;
  };
  /** Whether requests below the base path that are not Askwell's reach the app. */
  readonly passesOn: boolean;
  /** Whether the app reads bodies before Askwell does, and refuses or repairs the ones it cannot parse. */
  readonly parses: boolean;
  /** More requests of the suite for adapters that the parser of the app refuses. */
  readonly refuses: readonly string[];
}

/** The path that the apps mount Askwell at. */
export const base = '/x/polls';
/** The reply of the apps to requests that are not for Askwell. */
export const elsewhere = 'Not Askwell.';

/** Returns the user that a request names. The middleware of the apps attaches it to the requests. */
export function userNamed(name: string | null | undefined): () => HostUser | null {
  return () => {
    if (name === 'broken') throw new Error('The session store is down.');
    return name ? { id: name, name, email: `${name}@example.com` } : null;
  };
}

export interface Definition<HostRequest> {
  readonly listen: Listen<HostRequest>;
  readonly getUser: GetUser<HostRequest>;
  readonly passesOn?: boolean;
  readonly parses?: boolean;
  readonly refuses?: readonly string[];
}

/** Adds defaults to the description of an app. */
export function define<HostRequest>(name: string, definition: Definition<HostRequest>): FrameworkHost {
  const { listen, getUser, passesOn = false, parses = false, refuses = [] } = definition;
  return {
    name,
    listen,
    create(options) {
      const askwell = createAskwell<HostRequest>({ ...options, getUser, pages: { landing: true } });
      return { askwell, listener: listen(askwell, base) };
    },
    passesOn,
    parses,
    refuses,
  };
}

/** Turns a listener that returns a promise into a request listener. */
export function nodeListener(handler: (...parameters: Parameters<RequestListener>) => unknown): RequestListener {
  return (request, response) => void handler(request, response);
}
