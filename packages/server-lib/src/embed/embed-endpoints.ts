import type { RouteContext } from '../asks/route-context.js';
import type { Services } from '../assemble-services.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { fileEndpoints } from './files/file-endpoints.js';
import { liveEndpoints } from './live-endpoints.js';
import { viewEndpoints } from './view-endpoints.js';

/** The endpoints for pages of other sites: the files of the widget, views of asks, and live results. */
export function embedRoutes(services: Services, context: RouteContext): PageEndpoint[] {
  return [...fileEndpoints(), ...viewEndpoints(services, context), ...liveEndpoints(services, context)];
}
