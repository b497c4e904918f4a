import type { Micros } from '../../clock.js';
import type { IdempotencyMark } from './answer-idempotency.js';

/** An answer on its way into the database, already checked against the definition of `version`. */
export interface AnswerInput {
  readonly ask: number;
  readonly version: number;
  readonly id: string;
  readonly body: string;
  /** In hexadecimal, as are all bytes here: texts cross to the writer's thread faster. */
  readonly voter: string | null;
  /** How many answers one voter may give; null: as many as they like. */
  readonly perVoter: number | null;
  /** Whether a further answer replaces the voter's last one. */
  readonly change: boolean;
  readonly maxAnswers: number | null;
  readonly at: Micros;
  readonly replay: IdempotencyMark | null;
  /** What one answer alone may use. */
  readonly spends: string | null;
}
