import { isJsonObject, isJsonValue, type JsonObject } from '../../../../base/validation/json-value.js';
import type { Issue } from '../../../../shared/faults/fault.js';
import type { SavedCopy } from '../../../editor/saved-copy.js';

/** Milliseconds until a request without a response is given up, and sent again. */
const timeout = 30_000;

/** The owner is no longer signed in. */
export class SignedOut extends Error {}

/** The server refused a change. Repeating it does not help. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** The faults of the change. */
    readonly issues: readonly Issue[],
    /** What the server says about it. */
    readonly text: string,
  ) {
    super(text);
  }
}

/** What the server has after a save, and whether that includes the change. Otherwise, another tab has saved in between. */
export interface SaveReply {
  readonly isSaved: boolean;
  readonly copy: SavedCopy;
}

/**
 * Sends a definition to the server.
 *
 * @param more Headers of the request.
 * @throws SignedOut, Refused, or another error if the same request can succeed later.
 */
export async function sendDraft(
  url: string,
  revision: string,
  definition: JsonObject,
  more: Readonly<Record<string, string>> = {},
): Promise<SaveReply> {
  const headers = { ...more, accept: 'application/json', 'content-type': 'application/json' };
  const body = JSON.stringify({ revision, definition });
  const signal = AbortSignal.timeout(timeout);
  const send = (to: string) => fetch(to, { method: 'POST', body, headers, redirect: 'manual', signal });
  const first = await send(url);
  // Some hosts redirect to the path with a slash at the end. Other redirects lead to the page for signing in.
  const isRedirected = first.type === 'opaqueredirect';
  const reply = isRedirected ? await send(`${url}/`) : first;
  const { status } = reply;
  if (reply.type === 'opaqueredirect' || status === 401 || (isRedirected && status === 404)) throw new SignedOut();
  // An overloaded server accepts the same request later.
  if (status >= 500 || status === 429) throw new Error(`The server answered ${status}.`);
  const data: unknown = await reply.json().catch(() => undefined);
  if (reply.ok || status === 412) {
    if (isSavedCopy(data)) return { isSaved: reply.ok, copy: data };
    throw new Error('The response is not a saved definition.');
  }
  throw refusalOf(status, data);
}

/** Returns the error for a response with the error envelope of the API. */
export function refusalOf(status: number, data: unknown): Refused {
  const { issues, message } = isJsonValue(data) && isJsonObject(data) ? data : {};
  const text = typeof message === 'string' ? message : `The server answered ${status}.`;
  return new Refused(status, isIssues(issues) ? issues : [], text);
}

function isSavedCopy(data: unknown): data is SavedCopy {
  if (!isJsonValue(data) || !isJsonObject(data)) return false;
  const { definition, revision, isChanged, issues, warnings } = data;
  const isReviewed = isIssues(issues) && isIssues(warnings);
  return isJsonObject(definition) && typeof revision === 'string' && typeof isChanged === 'boolean' && isReviewed;
}

function isIssues(issues: unknown): issues is readonly Issue[] {
  return (
    Array.isArray(issues) &&
    issues.every(
      (issue) => isJsonObject(issue) && typeof issue['path'] === 'string' && typeof issue['message'] === 'string',
    )
  );
}
