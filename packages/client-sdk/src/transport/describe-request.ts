import type { Outgoing } from './carrier.js';

/** Returns what errors call a request. Its query is left out, since it may contain what was searched for. */
export function describeRequest({ method, origin, path }: Outgoing): string {
  return `${method} ${origin}${path.split('?', 1)[0]}`;
}
