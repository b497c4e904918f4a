import type { FetchMount } from './mounts.js';

/** The members of a SvelteKit event that the handler uses. */
export interface SvelteKitEvent {
  readonly request: Request;
  getClientAddress(): string;
}

/** A SvelteKit request handler. `Event` is the type of the `request` that `getUser` receives. */
export type SvelteKitHandler<Event extends SvelteKitEvent> = (event: Event) => Promise<Response>;

/**
 * Returns the handler of a `+server.ts`, such as `src/routes/polls/[...path]/+server.ts`. Export it as `fallback`, which
 * handles all methods. `getUser` receives the event.
 *
 * @example
 * export const fallback = toSvelteKitHandler(askwell);
 */
export function toSvelteKitHandler<Event extends SvelteKitEvent>(askwell: FetchMount<Event>): SvelteKitHandler<Event> {
  return (event) => askwell.fetch(event.request, { address: event.getClientAddress(), request: event });
}
