import type { RouteContext } from '../asks/routes.js';
import type { House } from '../assemble.js';
import type { PageEndpoint } from '../http/pages.js';
import { fileEndpoints } from './files/endpoints.js';
import { liveEndpoints } from './live/endpoints.js';
import { viewEndpoints } from './views.js';

/** What pages of other sites are sent: the widget, views of asks, and results as they move. */
export function embedRoutes(house: House, context: RouteContext): PageEndpoint[] {
  return [...fileEndpoints(), ...viewEndpoints(house, context), ...liveEndpoints(house, context)];
}
