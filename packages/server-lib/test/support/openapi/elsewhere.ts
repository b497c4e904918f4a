import { describeErrorCode } from '../../../src/errors.js';
import type { Reply } from '../../../src/http/exchange.js';
import type { Overheard } from './overheard.js';

const elsewhere = [401, 404, 405, 500, 503];

/** Where the document has nothing, a refusal is all there is; and what pages of other sites ask first. */
export function checkElsewhere({ method }: Overheard, reply: Reply, tell: (fault: string) => void): void {
  if (method === 'OPTIONS' && reply.status === 204 && reply.body === null) return;
  if (!elsewhere.includes(reply.status)) tell('the document does not have this operation.');
  if (reply.status === 405 && !headersOf(reply).has('allow')) tell('Allow is missing.');
  if (!isRefusal(jsonOf(reply), reply.status)) tell('this is no refusal.');
}

function jsonOf({ body }: Reply): unknown {
  return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined;
}

function isRefusal(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null || !('message' in body)) return false;
  const names = Object.keys(body).join();
  if (status === 401) return names === 'message';
  return names === 'message,code' && 'code' in body && statusOf(body.code) === status;
}

const codes = ['not_found', 'method_not_allowed', 'internal', 'unavailable'] as const;

function statusOf(given: unknown): number | undefined {
  const code = codes.find((known) => known === given);
  return code && describeErrorCode(code).status;
}

/** A reply's headers by their names in lower case. */
export function headersOf({ headers }: Reply): Map<string, string> {
  const named = new Map<string, string>();
  headers.forEach((name, at) => {
    if (at % 2 === 0) named.set(name.toLowerCase(), headers[at + 1] ?? '');
  });
  return named;
}
