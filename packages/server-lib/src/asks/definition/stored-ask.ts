import type { Micros } from '../../clock.js';
import type { After, AskKind, AskStatus, OnePer, ResultsVisibility } from '../ask-types.js';

/** The part of every ask's definition that no list filters by; kept as JSON beside the kind's own part. */
export interface Terms {
  readonly description: string | null;
  readonly max_answers: number | null;
  readonly one_per: OnePer | null;
  readonly allow_change: boolean;
  readonly results_visibility: ResultsVisibility;
  readonly after: After | null;
  readonly locale: string | null;
}

/** An ask as it is kept. `own` is what its kind alone understands. */
export interface StoredAsk<Own> {
  readonly seq: number;
  /** Without the kind's prefix. */
  readonly id: string;
  readonly kind: AskKind;
  readonly site: number | null;
  readonly status: AskStatus;
  readonly opensAt: Micros | null;
  readonly closesAt: Micros | null;
  /** Answers older than so many days are deleted. */
  readonly keepDays: number | null;
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
  readonly version: number;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** How long its definition is as text: what it costs to keep goes by that. */
  readonly size: number;
}

/** What the definition's column holds. */
export interface Definition<Own> {
  readonly terms: Terms;
  readonly own: Own;
}

/** Whether an answer would be taken at `now`. Judged each time; no ask ever opens or closes by itself. */
export function isAccepting(ask: Pick<StoredAsk<unknown>, 'status' | 'opensAt' | 'closesAt'>, now: Micros): boolean {
  return ask.status === 'open' && !isBeforeOpening(ask, now) && !isAfterClosing(ask, now);
}

export function isBeforeOpening(ask: { opensAt: Micros | null }, now: Micros): boolean {
  return ask.opensAt !== null && now < ask.opensAt;
}

export function isAfterClosing(ask: { closesAt: Micros | null }, now: Micros): boolean {
  return ask.closesAt !== null && now >= ask.closesAt;
}

/** Whether visitors may see results. */
export function areResultsVisible(ask: StoredAsk<unknown>, now: Micros, hasAnswered: boolean): boolean {
  switch (ask.terms.results_visibility) {
    case 'always':
      return true;
    case 'after_answer':
      return hasAnswered;
    case 'after_close':
      return ask.status === 'closed' || isAfterClosing(ask, now);
    case 'never':
      return false;
  }
}
