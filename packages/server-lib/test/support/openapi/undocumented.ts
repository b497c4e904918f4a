import { describeErrorCode } from '../../../src/errors.js';
import type { Reply } from '../../../src/http/exchange.js';
import { metricsMediaType } from '../../../src/metrics/format-metrics.js';
import type { RecordedExchange } from './recorded-exchange.js';

const allowedStatuses = [401, 404, 405, 500, 503];

/** Checks the reply to a request that the document does not have: an error, or the reply to a preflight. */
export function checkUndocumented({ method }: RecordedExchange, reply: Reply, addFault: (fault: string) => void): void {
  // For operators: the document is for developers.
  if (headersOf(reply).get('content-type') === metricsMediaType) return;
  if (method === 'OPTIONS' && reply.status === 204 && reply.body === null) return;
  if (!allowedStatuses.includes(reply.status)) addFault('the document does not have this operation.');
  if (reply.status === 405 && !headersOf(reply).has('allow')) addFault('Allow is missing.');
  if (!isErrorBody(jsonOf(reply), reply.status)) addFault('the body is not an error.');
}

function jsonOf({ body }: Reply): unknown {
  return typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined;
}

function isErrorBody(body: unknown, status: number): boolean {
  if (typeof body !== 'object' || body === null || !('message' in body)) return false;
  const names = Object.keys(body).join();
  if (status === 401) return names === 'message';
  return names === 'message,code' && 'code' in body && statusOf(body.code) === status;
}

const codes = ['not_found', 'method_not_allowed', 'internal', 'unavailable'] as const;

function statusOf(value: unknown): number | undefined {
  const code = codes.find((known) => known === value);
  return code && describeErrorCode(code).status;
}

/** Returns the headers of a reply by their names in lower case. */
export function headersOf({ headers }: Reply): Map<string, string> {
  const named = new Map<string, string>();
  headers.forEach((name, at) => {
    if (at % 2 === 0) named.set(name.toLowerCase(), headers[at + 1] ?? '');
  });
  return named;
}
