import { AskwellError } from '../../base/errors.js';
import type { WithdrawalOutcome } from './withdraw-tickets.js';

/** Returns the error for a ticket that was not withdrawn. */
export function withdrawalError(outcome: Exclude<WithdrawalOutcome, 'withdrawn'>): AskwellError {
  if (outcome === 'stale') return new AskwellError('precondition_failed');
  if (outcome === 'unknown') return new AskwellError('not_found');
  return new AskwellError('conflict', 'This ticket was used. Delete its answer first.');
}
