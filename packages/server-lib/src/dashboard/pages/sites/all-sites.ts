import type { Session } from '../../../access/session.js';
import type { Services } from '../../../assemble-services.js';
import type { Site } from '../../../contract/resources.js';
import { toSite } from '../../../sites/site-service.js';

/** As many as an account can have. */
const mostSites = 1_000;

/** All of an owner's sites, the oldest first. */
export async function allSites({ sites }: Services, { scope }: Session): Promise<Site[]> {
  const rows = await sites.list(scope, { after: null, limit: mostSites, order: 'asc' });
  return rows.map(toSite);
}
