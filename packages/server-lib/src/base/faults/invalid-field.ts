import type { Fault } from '../../shared/faults/fault.js';
import type { AskwellError } from '../errors.js';
import { Faults } from './faults.js';

/** Returns the 422 error for a single field. */
export function invalidField(path: string, fault: Fault): AskwellError {
  const faults = new Faults();
  faults.add(path, fault);
  return faults.toError();
}
