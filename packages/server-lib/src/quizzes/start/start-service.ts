import type { StoredAsk } from '../../asks/definition/stored-ask.js';
import { refuseUnlessOpen } from '../../asks/submit/submit-answer.js';
import { isTicket } from '../../asks/submit/ticket-queries.js';
import { type Visitor, voterTo } from '../../asks/submit/visitor-identity.js';
import type { Clock, Micros } from '../../clock.js';
import { fromHex } from '../../crypto/hex.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import { fault } from '../../faults/fault.js';
import { invalidField } from '../../faults/invalid-field.js';
import type { Store } from '../../store/store.js';
import type { QuizOwn } from '../stored-quiz.js';
import { giveStart } from './start-queries.js';
import { expiredBefore, newStart, type Start } from './start-token.js';

export interface StartServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** Starts quizzes for visitors. */
export type StartService = ReturnType<typeof createStartService>;

export function createStartService({ store, clock, secret }: StartServiceOptions) {
  async function checkTicket(ask: StoredAsk<QuizOwn>, voter: string | null): Promise<void> {
    if (voter === null) throw invalidField('ticket', fault('required'));
    if (!(await store.read(isTicket(ask.seq, voter)))) throw invalidField('ticket', fault('invalid_ticket'));
  }

  return {
    /**
     * Starts a quiz. A voter who has started it before gets the same start again, until they have answered.
     *
     * @throws AskwellError where the quiz is not open, the ticket is missing or invalid, or all attempts were taken.
     */
    async start(ask: StoredAsk<QuizOwn>, visitor: Visitor): Promise<Start> {
      const now = clock.now();
      refuseUnlessOpen(ask, now);
      const { one_per, allow_change } = ask.terms;
      const voter = voterTo(ask, visitor, secret.key);
      if (one_per === 'ticket') await checkTicket(ask, voter);
      const start = newStart(ask, now);
      if (one_per === null || voter === null) return start;
      const given = await store.run(giveStart, {
        ask: ask.seq,
        voter: fromHex(voter),
        start,
        overBefore: expiredBefore(ask.own, now),
        most: allow_change ? null : (ask.own.max_attempts ?? 1),
      });
      if (given === null) throw new AskwellError('already_answered');
      return given;
    },
  };
}

/** Whole seconds that are left of a start; null where it has no end. */
export function secondsLeft(expiry: Micros | null, now: Micros): number | null {
  return expiry === null ? null : Math.max(0, Math.ceil((expiry - now) / 1_000_000));
}
