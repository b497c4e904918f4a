import type { ResourceBody } from '@askwell/server/contract';
import { AskwellError } from '../errors/askwell-error.js';
import type { Incoming } from './carrier.js';
import { parse } from './json.js';
import type { Watch } from './watch.js';

/** Reads a body that carries data. */
export async function readBody<Body extends object>(incoming: Incoming, watch: Watch): Promise<Body> {
  const text = await incoming.text();
  watch.close();
  const body = parse<Body>(text);
  if (body && 'data' in body) return body;
  // JSON that ends too early was cut on its way: that fails as a connection does, and is worth a repeat.
  if (body === undefined && /\bjson\b/i.test(incoming.headers['content-type'] ?? '')) JSON.parse(text);
  throw new AskwellError('The response does not come from an Askwell server. Check `baseUrl`.');
}

/** Reads one resource. */
export async function readResource<Data>(incoming: Incoming, watch: Watch): Promise<Data> {
  return (await readBody<ResourceBody<Data>>(incoming, watch)).data;
}

/** Reads a reply that has nothing to say. */
export async function readNothing(incoming: Incoming, watch: Watch): Promise<void> {
  await incoming.text();
  watch.close();
}
