import { fault } from '../../shared/faults/fault.js';
import { invalidField } from '../faults/invalid-field.js';

/** Returns whether a value is an object, but not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the members of a request body.
 *
 * @throws AskwellError if the body is not an object.
 */
export function requireObject(body: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(body)) throw invalidField('body', fault('not_an_object'));
  return body;
}
