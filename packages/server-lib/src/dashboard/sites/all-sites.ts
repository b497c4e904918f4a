import type { Services } from '../../instance/assemble-services.js';
import { maxSites } from '../../owners/sites/limits.js';
import type { Site } from '../../shared/contract/resources.js';
import type { OwnerRequest } from '../guards.js';

/** Returns all sites of an owner, oldest first. */
export function allSites({ operations }: Pick<Services, 'operations'>, request: OwnerRequest): Promise<Site[]> {
  return request.list(operations.sites.list, { limit: maxSites, order: 'asc' });
}
