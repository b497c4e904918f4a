import type { ResponseHead } from '../backends/http-backend.js';
import { ApiError } from '../errors/api-error.js';
import { checkHeaders } from './headers.js';
import type { CallEvent, Hooks } from './hooks.js';
import { type SendOptions, type SendResult, sendOnce } from './send-once.js';

const keyHeader = 'x-api-key';

/** Sends a request once and calls the hooks. */
export async function sendWithHooks<Data>(
  options: SendOptions<Data>,
  hooks: Hooks,
  retries: number,
): Promise<SendResult<Data>> {
  const event = eventOf(options, retries);
  const { [keyHeader]: key, ...visible } = options.request.headers;
  await hooks.onRequest?.({ ...event, headers: visible });
  const headers = checkHeaders(visible);
  if (key !== undefined) headers[keyHeader] = key;

  const { timing } = options.limits;
  const start = timing.elapsed();
  const onResponse = ({ status, headers }: ResponseHead): void =>
    hooks.onResponse?.({ ...event, status, headers, milliseconds: timing.elapsed() - start });
  try {
    const result = await sendOnce({ ...options, request: { ...options.request, headers } });
    onResponse(result.head);
    return result;
  } catch (error) {
    if (error instanceof ApiError) onResponse(error);
    throw error;
  }
}

/** Returns the properties of all events of a request. */
export function eventOf({ request: { method, origin, path } }: SendOptions<unknown>, retries: number): CallEvent {
  return { method, url: origin + path, retries };
}
