import type { Scope } from '../auth/scope.js';
import { type AskwellError, invalid } from '../errors.js';
import type { Faults } from '../inputs/input.js';

/** The site of an ask. A key that is scoped to a site creates there and nowhere else. */
export function siteFor(scope: Scope, given: number | null | undefined, faults: Faults): number | null {
  if (scope.site === null) return given ?? null;
  if (given !== undefined && given !== scope.site) faults.add('site_id', 'Must be the site of this key.');
  return scope.site;
}

/** A refusal of a site that the account does not have. */
export function unknownSite(): AskwellError {
  return invalid({ site_id: ['Is not one of your sites.'] });
}
