import { AskwellError } from '../errors/askwell-error.js';
import { type Fetch, fetchBackend } from './fetch-backend.js';
import type { HttpBackend } from './http-backend.js';
import { currentRuntime } from './runtime.js';
import { type Dispatcher, dispatcherBackend, poolBackend } from './undici-backend.js';

/** What sends the requests: undici, or the global `fetch` of the runtime. */
export type TransportName = 'undici' | 'fetch';

/** The options that select the backend. */
export interface BackendOptions {
  readonly transport?: TransportName | undefined;
  readonly dispatcher?: Dispatcher | undefined;
  readonly fetch?: Fetch | undefined;
}

/**
 * Returns the backend that the options select.
 *
 * @throws TypeError if the options contradict each other.
 */
export function selectBackend({ transport, dispatcher, fetch }: BackendOptions): HttpBackend {
  if (dispatcher && fetch) throw new TypeError('Pass either `dispatcher` or `fetch`, not both.');
  if (transport !== undefined && transport !== 'undici' && transport !== 'fetch')
    throw new TypeError('`transport` must be "undici" or "fetch".');
  if (dispatcher && transport === 'fetch') throw new TypeError('`dispatcher` requires `transport: "undici"`.');
  if (fetch && transport === 'undici') throw new TypeError('`fetch` requires `transport: "fetch"`.');
  if (dispatcher) return dispatcherBackend(dispatcher);
  if (fetch) return fetchBackend(fetch);
  if (transport === 'fetch') return globalFetch;
  return transport === 'undici' ? lazyBackend(requireUndici) : defaultBackend;
}

/** Looks up `fetch` with each request, so that libraries that replace it work. */
const globalFetch = fetchBackend((url, init) => globalThis.fetch(url, init));

/** The choice is made at the first request of the process, and all clients share it. */
const defaultBackend = lazyBackend(async () => (await loadUndici()) ?? globalFetch);

/** Loads the backend at the first request, because loading undici takes longer than loading the client. */
function lazyBackend(load: () => Promise<HttpBackend>): HttpBackend {
  let backend: HttpBackend | undefined;
  return (request, timer) => {
    if (backend) return backend(request, timer);
    return load().then((loaded) => {
      backend = loaded;
      return loaded(request, timer);
    });
  };
}

async function requireUndici(): Promise<HttpBackend> {
  const backend = await loadUndici();
  if (backend) return backend;
  throw new AskwellError('undici is not available in this runtime. Use `transport: "fetch"`.');
}

let undici: Promise<HttpBackend | undefined> | undefined;

/** Returns the backend of undici, or undefined where it is not installed or cannot run: outside Node, and in some bundles. */
function loadUndici(): Promise<HttpBackend | undefined> {
  undici ??= currentRuntime() === 'node' ? importUndici() : Promise.resolve(undefined);
  return undici;
}

async function importUndici(): Promise<HttpBackend | undefined> {
  try {
    const { Agent } = await import('#undici');
    return Agent && poolBackend(Agent);
  } catch {
    return undefined;
  }
}
