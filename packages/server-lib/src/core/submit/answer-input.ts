import type { Micros } from '../../base/clock.js';
import type { IdempotencyMark } from './answer-idempotency.js';
import type { NetworkAllowance } from './visitor-identity.js';

/** An answer to record. It was checked against the definition of `version`, which was changed at `updatedAt`. */
export interface AnswerInput {
  readonly ask: number;
  readonly version: number;
  readonly updatedAt: Micros;
  readonly id: string;
  readonly body: string;
  /** The answers to record in its place if a bucket has reached its cap, by the bucket. Null if there are none. */
  readonly whenFull: Readonly<Record<string, string>> | null;
  /** Hexadecimal, like all bytes here: strings are transferred to the writer thread faster. */
  readonly voter: string | null;
  /** The host's own ID of the user, if it is stored with the answer. */
  readonly respondent: string | null;
  /** The number of answers that one voter may give. Null for any number. */
  readonly maxPerVoter: number | null;
  /** The allowance of the network that the voter belongs to. Null if the network has no allowance. */
  readonly perNetwork: NetworkAllowance | null;
  /** Whether another answer of the voter replaces the last one. */
  readonly allowChange: boolean;
  /** Whether the voter must be a ticket of the ask. */
  readonly needsTicket: boolean;
  readonly maxAnswers: number | null;
  /** The time of the request. */
  readonly at: Micros;
  /** When the answer was given: at the time of the request, unless the owner says otherwise. */
  readonly createdAt: Micros;
  /** The language in which the visitor was asked. Null if it is unknown. */
  readonly language: string | null;
  readonly idempotency: IdempotencyMark | null;
  /** A token that only one answer may use. */
  readonly singleUseToken: string | null;
  /** The number of answers that were checked before. They are part of the body. */
  readonly checkedAnswers: number;
  /** Whether the visitor sees the results, for which the outcome has the counters. */
  readonly showsResults: boolean;
  /** Whether the answer gets no receipt, although it has an address for one. */
  readonly suppressesReceipt: boolean;
}
