import type { Clock, Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { requireOpen } from '../../core/submit/refusal-errors.js';
import { identifyVoter, type Visitor } from '../../core/submit/visitor-identity.js';
import { isTicket } from '../../core/tickets/ticket-queries.js';
import type { Store } from '../../db/store.js';
import { fault } from '../../shared/faults/fault.js';
import { issueStart } from './start-queries.js';
import { createStart, type Start, startsExpiredBefore } from './start-token.js';
import type { QuizOwn } from './stored-quiz.js';

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
     * Starts a quiz. A voter who has an unfinished start gets it again.
     *
     * @throws AskwellError if the quiz is not open, the ticket is missing or invalid, or all attempts are used.
     */
    async start(ask: StoredAsk<QuizOwn>, visitor: Visitor): Promise<Start> {
      const now = clock.now();
      requireOpen(ask, now);
      const { one_per, allow_change } = ask.terms;
      const voter = identifyVoter(ask, visitor, secret.key);
      if (one_per === 'ticket') await checkTicket(ask, voter);
      const start = createStart(ask, now);
      if (one_per === null || voter === null) return start;
      const issued = await store.run(issueStart, {
        ask: ask.seq,
        voter: fromHex(voter),
        start,
        expiredBefore: startsExpiredBefore(ask.own, now),
        maxStarts: allow_change ? null : (ask.own.max_attempts ?? 1),
      });
      if (issued === null) throw new AskwellError('already_answered');
      return issued;
    },
  };
}

/** Returns the whole seconds until a start expires, or null if it does not expire. */
export function secondsLeft(expiry: Micros | null, now: Micros): number | null {
  return expiry === null ? null : Math.max(0, Math.ceil((expiry - now) / 1_000_000));
}
