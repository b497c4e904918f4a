import { createFormBrowser, makeKey, register } from '../../packages/server-lib/test/support/browser/form-browser.js';
import { type CallOptions, call, type Reply } from '../../packages/server-lib/test/support/http/http-client.js';
import { textIdIn } from '../../packages/server-lib/test/support/http/parse-replies.js';

export interface Owner {
  /** Where Askwell is mounted. */
  readonly url: string;
  /** A raw API key of the whole account. */
  readonly key: string;
}

/** Registers the owner by the hosted form at `url`, the mount path included, and creates an API key in the dashboard. */
export async function registerOwner(url: string): Promise<Owner> {
  const browser = createFormBrowser({ url });
  await register(browser);
  return { url, key: await makeKey(browser, { name: 'Consumer' }) };
}

/** Creates an API key in the dashboard, as the user of the app whom a cookie names. */
export async function ownerWithCookie(url: string, cookie: string): Promise<Owner> {
  return { url, key: await makeKey(createFormBrowser({ url }, { cookie }), { name: 'Consumer' }) };
}

/** Creates a poll that shows its results to everybody, and returns its ID. */
export async function createPoll({ url, key }: Owner): Promise<string> {
  const poll = { title: 'Tea or coffee?', options: ['Tea', 'Coffee'], results_visibility: 'always', one_per: null };
  return textIdIn(await send(url, 'POST', '/polls', { key, body: poll }));
}

/** Votes for the first option as a visitor does, without a key. */
export async function vote(url: string, poll: string): Promise<void> {
  await send(url, 'POST', `/polls/${poll}/votes`, { body: { choices: ['o1'] } });
}

/** Returns the number of votes in the results. */
export async function countVotes({ url, key }: Owner, poll: string): Promise<unknown> {
  return (await send(url, 'GET', `/polls/${poll}/results`, { key })).at('data.votes_count');
}

/**
 * Sends a request of the REST API on a separate connection, because an open connection delays the end of a server. An app that
 * redirects to paths with a trailing slash gets the request again.
 */
async function send(url: string, method: string, path: string, options: CallOptions): Promise<Reply> {
  const once = (target: string) => call({ url: target }, method, '', { ...options, headers: { connection: 'close' } });
  const target = `${url}/api/v1${path}`;
  let reply = await once(target);
  if (reply.status === 308) reply = await once(new URL(reply.headers.get('location') ?? '', target).href);
  if (reply.status < 300) return reply;
  throw new Error(`${method} ${target} was answered ${reply.status}: ${reply.text}`);
}
