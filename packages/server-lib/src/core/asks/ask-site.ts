import type { AskwellError } from '../../base/errors.js';
import type { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { Scope } from '../../owners/access/scope.js';
import { fault } from '../../shared/faults/fault.js';

/** Returns the site of a new or changed ask. A key that is scoped to a site can only use that site. */
export function resolveSite(scope: Scope, requested: number | null | undefined, faults: Faults): number | null {
  if (scope.site === null) return requested ?? null;
  if (requested !== undefined && requested !== scope.site) faults.add('site_id', fault('site_of_key'));
  return scope.site;
}

/** Returns the error for a site that does not belong to the account. */
export function unknownSiteError(): AskwellError {
  return invalidField('site_id', fault('unknown_site'));
}
