import type { ResponseHead } from '../backends/http-backend.js';
import { ApiError } from '../errors/api-error.js';
import { checkHeaders } from './headers.js';
import type { CallEvent, Hooks } from './hooks.js';
import { type SendOptions, type SendResult, sendOnce } from './send-once.js';

const keyHeader = 'x-api-key';

/** A try of which hooks are told. */
export async function sendWithHooks<Data>(
  call: SendOptions<Data>,
  hooks: Hooks,
  retries: number,
): Promise<SendResult<Data>> {
  const event = eventOf(call, retries);
  const { [keyHeader]: key, ...open } = call.request.headers;
  await hooks.onRequest?.({ ...event, headers: open });
  const headers = checkHeaders(open);
  if (key !== undefined) headers[keyHeader] = key;

  const since = performance.now();
  const tell = ({ status, headers }: ResponseHead): void =>
    hooks.onResponse?.({ ...event, status, headers, milliseconds: performance.now() - since });
  try {
    const done = await sendOnce({ ...call, request: { ...call.request, headers } });
    tell(done.head);
    return done;
  } catch (error) {
    if (error instanceof ApiError) tell(error);
    throw error;
  }
}

/** What every hook is told of a try. */
export function eventOf({ request: { method, origin, path } }: SendOptions<unknown>, retries: number): CallEvent {
  return { method, url: origin + path, retries };
}
