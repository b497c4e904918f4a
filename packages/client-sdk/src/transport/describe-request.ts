import type { HttpRequest } from '../backends/http-backend.js';

/** Returns what errors call a request. Its query is left out, since it may contain what was searched for. */
export function describeRequest({ method, origin, path }: HttpRequest): string {
  return `${method} ${origin}${path.split('?', 1)[0]}`;
}
