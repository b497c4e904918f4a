import type { RouteContext } from '../asks/route-context.js';
import type { Services } from '../assemble-services.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { fileEndpoints } from './files/file-endpoints.js';
import { liveEndpoints } from './live-endpoints.js';
import { viewEndpoints } from './view-endpoints.js';

/** What pages of other sites are sent: the widget, views of asks, and results as they move. */
export function embedRoutes(services: Services, context: RouteContext): PageEndpoint[] {
  return [...fileEndpoints(), ...viewEndpoints(services, context), ...liveEndpoints(services, context)];
}
