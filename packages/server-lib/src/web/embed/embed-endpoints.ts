import type { RouteContext } from '../../api/asks/route-context.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { fileEndpoints } from './file-endpoints.js';
import { liveEndpoints } from './live-endpoints.js';
import { viewEndpoints } from './view-endpoints.js';

/** The endpoints for pages of other sites: the files of the widget, views of asks, and live results. */
export function embedRoutes(services: Services, context: RouteContext): PageEndpoint[] {
  return [...fileEndpoints(), ...viewEndpoints(services, context), ...liveEndpoints(services, context)];
}
