import type { HttpRequest } from '../backends/http-backend.js';

/** Returns the method and URL of a request, for errors. Omits the query, which may contain personal data. */
export function describeRequest({ method, origin, path }: HttpRequest): string {
  return `${method} ${origin}${path.split('?', 1)[0]}`;
}
