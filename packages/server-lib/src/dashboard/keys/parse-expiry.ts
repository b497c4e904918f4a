import { formatTimestamp, type Micros } from '../../base/clock.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { parseTime } from '../../base/validation/time.js';
import type { Timestamp } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';

const day: Micros = 86_400_000_000;

/** The fields of the form that say when a key expires. */
export interface ExpiryFields {
  /** Empty for never, a number of days, or `date`. */
  readonly expires?: string | undefined;
  /** The date on which the key expires. */
  readonly date?: string | undefined;
}

/**
 * Returns when a key expires; null if it never does. A date is enough: without JavaScript, the list does not follow it.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function parseExpiry({ expires = '', date = '' }: ExpiryFields, now: Micros): Timestamp | null {
  if (expires === '30' || expires === '90' || expires === '365') {
    if (date !== '') throw invalidField('date', fault('period_and_date'));
    return formatTimestamp(now + Number(expires) * day);
  }
  if (expires !== '' && expires !== 'date') throw invalidField('expires', fault('invalid_value'));
  if (date === '') {
    if (expires === '') return null;
    throw invalidField('date', fault('required'));
  }
  const at = parseTime(`${date}T00:00:00Z`);
  if (at === undefined) throw invalidField('date', fault('invalid_date'));
  if (at <= now) throw invalidField('date', fault('not_in_future'));
  return formatTimestamp(at);
}
