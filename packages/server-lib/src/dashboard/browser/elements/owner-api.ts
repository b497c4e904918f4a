import { isJsonObject, isJsonValue, type JsonObject } from '../../../base/validation/json-value.js';
import { Refused, refusalOf, SignedOut } from '../editor/saving/saved-reply.js';

/** A server, and how an element proves to it who edits. */
export interface OwnerConnection {
  /** The URL of the server with its base path, without a slash at its end. */
  readonly server: string;
  /** Null: the session of the user on the same origin. */
  readonly token: string | null;
}

/** Returns the headers of a request. */
export function headersOf({ token }: OwnerConnection): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/**
 * Reads from the server, or sends JSON to it.
 *
 * @throws SignedOut, Refused, or a TypeError without a response.
 */
export async function callOwner(connection: OwnerConnection, path: string, body?: object): Promise<JsonObject> {
  const reply = await fetch(`${connection.server}/embed/owner/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...headersOf(connection),
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (reply.status === 401) throw new SignedOut();
  const data: unknown = await reply.json().catch(() => undefined);
  if (!reply.ok) throw refusalOf(reply.status, data);
  return isJsonValue(data) && isJsonObject(data) ? data : {};
}

/** Returns why something is not shown, and what to do. */
export function describeProblem(error: unknown, { server }: OwnerConnection): string {
  if (error instanceof SignedOut) return 'Your access has ended. Reload the page to continue.';
  if (!(error instanceof Refused))
    return `The server cannot be reached. Check your connection. If the problem persists, this site may block requests to ${server}.`;
  if (error.status === 404) return 'Not found. It may have been deleted.';
  if (error.status === 403) return 'You are not allowed to do this here.';
  return error.text;
}
