import type { RouteContext } from '../asks/routes.js';
import type { House } from '../assemble.js';
import type { PageEndpoint } from '../http/pages.js';
import { viewEndpoints } from './views.js';

/** What pages of other sites are sent: views of asks. */
export function embedRoutes(house: House, context: RouteContext): PageEndpoint[] {
  return viewEndpoints(house, context);
}
