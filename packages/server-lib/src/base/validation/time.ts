import { z } from 'zod';
import { fault } from '../../shared/faults/fault.js';
import { formatTimestamp, type Micros } from '../clock.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';
import { rawText } from './text.js';

const timePattern = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([Zz]|[+-]\d\d:\d\d)$/;

/** More than the longest timestamp. */
export const maxTimeLength = 50;

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59Z');

/** Parses an RFC 3339 timestamp to microseconds. Returns undefined if the text is not valid. */
export function parseTime(text: string): Micros | undefined {
  const [, date, clock, fraction = '', offset = ''] = timePattern.exec(text) ?? [];
  if (date === undefined || clock === undefined) return undefined;
  // Without the fraction, since `Date` only has milliseconds. `Date` parses February 30 as March 2.
  const local = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  const whole = Date.parse(`${date}T${clock}${offset.toUpperCase()}`);
  // The offset can move the time out of the years 0000 to 9999.
  return whole >= first && whole <= last ? whole * 1000 + Number(fraction.padEnd(6, '0')) : undefined;
}

/** Validates a timestamp of a request and returns it in the canonical form. */
export const timeSchema = rawText(maxTimeLength, fault('invalid_timestamp'))
  .transform((value, context) => {
    const at = parseTime(value);
    if (at !== undefined) return formatTimestamp(at);
    context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_timestamp')) });
    return z.NEVER;
  })
  .register(documented, { format: 'date-time', maxLength: undefined });
