import type { Scope } from '../../access/scope.js';
import type { AskwellError } from '../../errors.js';
import { fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { invalidField } from '../../faults/invalid-field.js';

/** The site of an ask. A key that is scoped to a site creates there and nowhere else. */
export function resolveSite(scope: Scope, given: number | null | undefined, faults: Faults): number | null {
  if (scope.site === null) return given ?? null;
  if (given !== undefined && given !== scope.site) faults.add('site_id', fault('site_of_key'));
  return scope.site;
}

/** A refusal of a site that the account does not have. */
export function unknownSiteError(): AskwellError {
  return invalidField('site_id', fault('unknown_site'));
}
