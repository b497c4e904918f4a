import type { z } from 'zod';
import { type Fault, fault } from '../../shared/faults/fault.js';

/**
 * Encodes a fault as the message of a zod issue, because issues can only carry text. {@link faultOf} decodes it.
 *
 * @example
 * z.string().regex(pattern, { error: faultMessage(fault('invalid_id')) });
 */
export function faultMessage({ code, params }: Fault): string {
  return JSON.stringify({ code, params });
}

/** Decodes the fault of a zod issue. Requires that {@link faultMessage} made its message. */
export function faultOf({ message }: z.core.$ZodIssue): Fault {
  const found: Fault = JSON.parse(message);
  return found;
}

const typeFaults: Readonly<Record<string, Fault>> = {
  string: fault('not_a_string'),
  number: fault('not_a_number'),
  int: fault('not_an_integer'),
  boolean: fault('not_a_boolean'),
  array: fault('not_an_array'),
  object: fault('not_an_object'),
  record: fault('not_an_object'),
};

/** Returns the message of an issue whose schema does not define one. */
export function toFaultMessage(issue: z.core.$ZodRawIssue): string {
  return faultMessage(faultOfRaw(issue));
}

function faultOfRaw(issue: z.core.$ZodRawIssue): Fault {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fault('required') : (typeFaults[issue.expected] ?? fault('invalid_value'));
    case 'too_small':
      return minimumFault(issue.origin, Number(issue.minimum));
    case 'too_big':
      return maximumFault(issue.origin, Number(issue.maximum));
    case 'invalid_value':
      return fault('not_one_of', { values: issue.values.map(String) });
    default:
      return fault('invalid_value');
  }
}

function minimumFault(origin: string, min: number): Fault {
  if (origin === 'array') return fault('too_few', { min });
  return origin === 'string' ? fault('too_short', { min }) : fault('too_small', { min });
}

function maximumFault(origin: string, max: number): Fault {
  if (origin === 'array') return fault('too_many', { max });
  return origin === 'string' ? fault('too_long', { max }) : fault('too_large', { max });
}
