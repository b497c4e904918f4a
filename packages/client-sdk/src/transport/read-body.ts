import type { ResourceBody } from '@askwell/server/contract';
import type { HttpResponse } from '../backends/http-backend.js';
import { AskwellError } from '../errors/askwell-error.js';
import type { RequestTimer } from '../timeouts/request-timer.js';
import { parse } from './json.js';

/** Reads a body with `data`. */
export async function readBody<Body extends object>(response: HttpResponse, timer: RequestTimer): Promise<Body> {
  const text = await response.text();
  timer.close();
  const body = parse<Body>(text);
  if (body && 'data' in body) return body;
  // Truncated JSON throws here, and counts as a connection failure that may be retried.
  if (body === undefined && /\bjson\b/i.test(response.headers['content-type'] ?? '')) JSON.parse(text);
  throw new AskwellError('The response does not come from an Askwell server. Check `baseUrl`.');
}

/** Reads one resource. */
export async function readResource<Data>(response: HttpResponse, timer: RequestTimer): Promise<Data> {
  return (await readBody<ResourceBody<Data>>(response, timer)).data;
}

/** Reads a response without content. */
export async function readNothing(response: HttpResponse, timer: RequestTimer): Promise<void> {
  await response.text();
  timer.close();
}
