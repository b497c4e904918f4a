import type { ApiRequest, ApiResponse, SendRequest } from '../../api/openapi/api-request.js';
import { AskwellError } from '../../base/errors.js';
import type { ClientSettings } from './client-settings.js';
import { systemErrorCode } from './command-failure.js';

/** Sends requests with an API key to a service. */
export interface ServiceClient {
  /** Sends a request and reads the response. */
  readonly send: SendRequest;
  /** Sends a request and returns the response, whose body was not read. */
  open(request: ApiRequest, signal?: AbortSignal): Promise<Response>;
}

/** Creates a client. Its errors are AskwellErrors that say what to do. */
export function createServiceClient({ baseUrl, key }: ClientSettings): ServiceClient {
  async function open(request: ApiRequest, signal?: AbortSignal): Promise<Response> {
    const { method, path, query, headers, body } = request;
    const response = await orUnreachable(baseUrl, () =>
      fetch(`${baseUrl}${path}${query === '' ? '' : `?${query}`}`, {
        method,
        headers: { ...headers, 'x-api-key': key, accept: 'application/json' },
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
        // Another server must not get the key.
        redirect: 'manual',
      }),
    );
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400) return response;
    await response.body?.cancel();
    throw new AskwellError('unavailable', `${baseUrl} redirects to ${location}. Set ASKWELL_BASE_URL to that service.`);
  }

  return {
    open,
    send: async (request, signal) => readApiResponse(await open(request, signal), baseUrl),
  };
}

/**
 * Reads a response to the end.
 *
 * @throws AskwellError if it is not JSON, so that it comes from a proxy or another program.
 */
export async function readApiResponse(response: Response, baseUrl: string): Promise<ApiResponse> {
  const { status, headers } = response;
  const text = await orUnreachable(baseUrl, () => response.text());
  const retryAfter = headers.get('retry-after');
  if (status === 204 || isJson(text)) {
    return {
      status,
      text,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
      etag: headers.get('etag') ?? undefined,
    };
  }
  throw new AskwellError(
    'unavailable',
    `${baseUrl} responded with the status ${status}, and not with JSON. Check that ASKWELL_BASE_URL is the URL of Askwell.`,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Says that the service cannot be reached, instead of "fetch failed". */
export async function orUnreachable<Result>(baseUrl: string, request: () => Promise<Result>): Promise<Result> {
  try {
    return await request();
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    const reason = reasonOf(cause instanceof Error ? (cause.cause ?? cause) : cause);
    const advice = 'Check that the service runs, and that ASKWELL_BASE_URL is its URL.';
    throw new AskwellError('unavailable', `The connection to ${baseUrl} failed (${reason}). ${advice}`, { cause });
  }
}

function reasonOf(error: unknown): string {
  return systemErrorCode(error) || (error instanceof Error ? error.message : String(error));
}
