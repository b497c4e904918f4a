import type { Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { isAfterClosing, isBeforeOpening, type StoredAsk } from '../asks/stored-ask.js';
import type { AnswerOutcome } from './record-answers.js';

type Refused = Extract<AnswerOutcome, { refused: unknown }>['refused'];
export type Accepted = Exclude<AnswerOutcome, { refused: unknown }>;

/**
 * Returns an accepted outcome.
 *
 * @throws AskwellError if the answer was refused.
 */
export function requireAccepted(outcome: AnswerOutcome): Accepted {
  if ('refused' in outcome) throw answerRefusalError(outcome.refused);
  return outcome;
}

/** Returns the error for a refused answer. */
export function answerRefusalError(refused: Refused): AskwellError {
  switch (refused) {
    case 'unknown':
      return new AskwellError('not_found');
    case 'stale':
    case 'checked':
    case 'ticket':
      return new AskwellError('unavailable');
    case 'mismatch':
      return new AskwellError('idempotency_mismatch');
    case 'gone':
      return new AskwellError('gone');
    case 'already_answered':
      return new AskwellError('already_answered');
    case 'full':
      return new AskwellError('full');
  }
}

/** Throws unless the ask is open. Visitors cannot find drafts, but owners can. */
export function requireOpen(ask: StoredAsk<unknown>, at: Micros): void {
  if (ask.status === 'closed' || isAfterClosing(ask, at)) throw new AskwellError('closed');
  if (ask.status === 'draft' || isBeforeOpening(ask, at)) throw new AskwellError('not_open');
}
