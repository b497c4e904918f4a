import { z } from 'zod';
import { formatTimestamp, type Micros } from '../clock.js';
import { fault } from '../faults/fault.js';
import { faultMessage } from '../faults/zod-faults.js';
import { documented } from './documented.js';

const timePattern = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([Zz]|[+-]\d\d:\d\d)$/;

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59Z');

/** An RFC 3339 time in microseconds; undefined where the text is none. */
export function parseTime(text: string): Micros | undefined {
  const [, date, clock, fraction = '', offset = ''] = timePattern.exec(text) ?? [];
  if (date === undefined || clock === undefined) return undefined;
  // Without its fraction first: Date knows milliseconds alone, and 30 February it would take for 2 March.
  const local = Date.parse(`${date}T${clock}Z`);
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, 10) !== date) return undefined;
  const whole = Date.parse(`${date}T${clock}${offset.toUpperCase()}`);
  // An offset may lead out of the years that four digits can write.
  return whole >= first && whole <= last ? whole * 1000 + Number(fraction.padEnd(6, '0')) : undefined;
}

/** A time as clients send it, in its canonical form. */
export const timeSchema = z
  .string()
  .transform((value, context) => {
    const at = parseTime(value);
    if (at !== undefined) return formatTimestamp(at);
    context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_timestamp')) });
    return z.NEVER;
  })
  .register(documented, { format: 'date-time' });
