import { vi } from 'vitest';
import { Askwell, type AskwellOptions, type Fetch } from '../../src/index.js';

const key = `ask_${'k'.repeat(40)}`;

type Answer = Response | Error | ((...parts: Parameters<Fetch>) => Promise<Response>);

/** A client whose `fetch` gives these answers in turn, and the calls that were made of it. */
export function stubbedClient(answers: readonly Answer[], options: AskwellOptions = {}) {
  const left = [...answers];
  const fetch = vi.fn(async (...parts: Parameters<Fetch>): Promise<Response> => {
    const answer = left.shift();
    if (answer === undefined) throw new Error('There was one request too many.');
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(...parts) : answer;
  });
  const client = new Askwell({ apiKey: key, baseUrl: 'https://polls.example.com/base/', fetch, ...options });
  return { client, key, fetch, requests: () => fetch.mock.calls.map(([url, init]) => ({ url, ...init })) };
}

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Never answers, and ends as `fetch` does when it is given up. */
export const silence: Answer = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
