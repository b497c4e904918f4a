import { vi } from 'vitest';
import { Askwell, type AskwellOptions, type Fetch } from '../../src/index.js';
import { createFakeTiming } from './fake-timing.js';

const key = `ask_${'k'.repeat(40)}`;

type StubResponse = Response | Error | ((...args: Parameters<Fetch>) => Promise<Response>);

/**
 * Returns a client whose `fetch` returns the given responses one after the other, the requests it got, and the time of the
 * client.
 */
export function stubbedClient(responses: readonly StubResponse[], options: AskwellOptions = {}) {
  const queue = [...responses];
  const fetch = vi.fn(async (...args: Parameters<Fetch>): Promise<Response> => {
    const response = queue.shift();
    if (response === undefined) throw new Error('Unexpected request.');
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response(...args) : response;
  });
  const timing = createFakeTiming();
  const client = new Askwell({ apiKey: key, baseUrl: 'https://polls.example.com/base/', fetch, ...options }, timing);
  return { client, key, fetch, timing, requests: () => fetch.mock.calls.map(([url, init]) => ({ url, ...init })) };
}

/** Returns a JSON response. A string is sent as it is. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Never responds. Rejects when the request is aborted. */
export const noResponse: StubResponse = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
