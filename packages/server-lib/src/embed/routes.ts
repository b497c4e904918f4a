import type { RouteContext } from '../asks/routes.js';
import type { House } from '../assemble.js';
import type { PageEndpoint } from '../http/pages.js';
import { liveEndpoints } from './live/endpoints.js';
import { viewEndpoints } from './views.js';

/** What pages of other sites are sent: views of asks, and results as they move. */
export function embedRoutes(house: House, context: RouteContext): PageEndpoint[] {
  return [...viewEndpoints(house, context), ...liveEndpoints(house, context)];
}
