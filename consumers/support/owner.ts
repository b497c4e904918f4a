import { z } from 'zod';
import { createFormBrowser, makeKey, register } from '../../packages/server-lib/test/support/forms.js';

export interface Owner {
  /** Where Askwell is mounted. */
  readonly url: string;
  /** A raw API key of the whole account. */
  readonly key: string;
}

/** Registers the owner by the hosted form at `url`, the mount path included, and creates an API key in the dashboard. */
export async function registerOwner(url: string): Promise<Owner> {
  const browser = createFormBrowser(url);
  await register(browser);
  return { url, key: await makeKey(browser, { name: 'Consumer' }) };
}

const created = z.object({ data: z.object({ id: z.string() }) });

/** Creates a poll that shows its results to everybody, and returns its id. */
export async function createPoll({ url, key }: Owner): Promise<string> {
  const poll = { title: 'Tea or coffee?', options: ['Tea', 'Coffee'], results_visibility: 'always', one_per: null };
  const body = await send(`${url}/api/v1/polls`, { 'x-api-key': key }, poll);
  return created.parse(body).data.id;
}

/** Votes for the first option as a visitor does, without a key. */
export async function vote(url: string, poll: string): Promise<void> {
  await send(`${url}/api/v1/polls/${poll}/votes`, {}, { choices: ['o1'] });
}

const results = z.object({ data: z.object({ votes_count: z.number() }) });

/** The number of votes that the results show. */
export async function countVotes({ url, key }: Owner, poll: string): Promise<number> {
  const headers = { connection: 'close', 'x-api-key': key };
  const response = await fetch(`${url}/api/v1/polls/${poll}/results`, { headers });
  return results.parse(await response.json()).data.votes_count;
}

/** Posts JSON and returns the JSON of the reply. */
async function send(url: string, headers: Record<string, string>, content: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { connection: 'close', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(content),
  });
  if (response.ok) return response.json();
  throw new Error(`POST ${url} was answered ${response.status}: ${await response.text()}`);
}
