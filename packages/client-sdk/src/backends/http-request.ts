/** The HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request that is ready to be sent. */
export interface HttpRequest {
  readonly method: Method;
  readonly origin: string;
  /** Contains the query. */
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** Whether the body of the response is read in chunks. */
  readonly isStream: boolean;
}

/** Returns the method and URL of a request, for errors. Omits the query, which may contain personal data. */
export function describeRequest({ method, origin, path }: HttpRequest): string {
  return `${method} ${origin}${path.split('?', 1)[0]}`;
}
