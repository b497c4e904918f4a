import type { Session } from '../../../access/session.js';
import type { Services } from '../../../assemble-services.js';
import type { Site } from '../../../shared/contract/resources.js';
import { maxSites } from '../../../sites/limits.js';
import { toSite } from '../../../sites/site-service.js';

/** Returns all sites of an owner, oldest first. */
export async function allSites({ sites }: Services, { scope }: Session): Promise<Site[]> {
  const rows = await sites.list(scope, { after: null, limit: maxSites, order: 'asc' });
  return rows.map(toSite);
}
