import { ApiError } from '../errors/api-error.js';
import { type Attempt, attempt, type Try } from './attempt.js';
import type { Head } from './carrier.js';
import { checkHeaders } from './headers.js';
import type { CallEvent, Hooks } from './hooks.js';

const keyHeader = 'x-api-key';

/** A try of which hooks are told. */
export async function hooked<Data>(call: Try<Data>, hooks: Hooks, retries: number): Promise<Attempt<Data>> {
  const event = eventOf(call, retries);
  const { [keyHeader]: key, ...open } = call.outgoing.headers;
  await hooks.onRequest?.({ ...event, headers: open });
  const headers = checkHeaders(open);
  if (key !== undefined) headers[keyHeader] = key;

  const since = performance.now();
  const tell = ({ status, headers }: Head): void =>
    hooks.onResponse?.({ ...event, status, headers, milliseconds: performance.now() - since });
  try {
    const done = await attempt({ ...call, outgoing: { ...call.outgoing, headers } });
    tell(done.head);
    return done;
  } catch (error) {
    if (error instanceof ApiError) tell(error);
    throw error;
  }
}

/** What every hook is told of a try. */
export function eventOf({ outgoing: { method, origin, path } }: Try<unknown>, retries: number): CallEvent {
  return { method, url: origin + path, retries };
}
