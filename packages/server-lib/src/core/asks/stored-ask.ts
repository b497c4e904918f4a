import type { Micros } from '../../base/clock.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type {
  After,
  AskStatus,
  AskTranslation,
  AskWords,
  Design,
  OnePer,
  ResultsVisibility,
} from '../../shared/contract/resources.js';

/** The settings that all kinds share and that no query filters by. Stored as JSON next to the kind's own part. */
export interface Terms {
  readonly description: string | null;
  readonly max_answers: number | null;
  readonly one_per: OnePer | null;
  readonly allow_change: boolean;
  /** Whether answers are stored without the user who gave them. */
  readonly anonymous: boolean;
  readonly results_visibility: ResultsVisibility;
  readonly after: After | null;
  readonly words: AskWords | null;
  readonly locale: string | null;
  readonly design: Design | null;
  /** The languages of the texts. The first one is the language of the definition. Empty: `locale` counts. */
  readonly languages: readonly string[];
  /** The texts in the other languages. */
  readonly translations: Readonly<Record<string, AskTranslation>>;
  /** The hashes of the texts of the definition that were translated, by language and path. They show which of these texts have changed since. */
  readonly sources: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** An ask as it is stored. `own` is the part that only its kind interprets. */
export interface StoredAsk<Own> {
  readonly seq: number;
  /** The ID without the prefix of the kind. */
  readonly id: string;
  readonly kind: AskKind;
  /** The account that owns the ask. */
  readonly account: number;
  readonly site: number | null;
  readonly status: AskStatus;
  readonly opensAt: Micros | null;
  readonly closesAt: Micros | null;
  /** The number of days after which answers are deleted. */
  readonly keepDays: number | null;
  readonly title: string;
  readonly terms: Terms;
  readonly own: Own;
  readonly version: number;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** The length of the definition as JSON. Caches use it as the size of an entry. */
  readonly size: number;
  /** Set if the texts are in the language of a visitor, which is `locale`. */
  readonly translated?: TranslatedAsk<Own>;
}

/** How the texts of an ask were translated for a visitor. */
interface TranslatedAsk<Own> {
  /** The ask in its first language. */
  readonly original: StoredAsk<Own>;
  readonly translation: AskTranslation;
}

/** The content of the `definition` column. Definitions that earlier versions stored do not have all terms. */
export interface Definition<Own> {
  readonly terms: Terms;
  readonly own: Own;
}

/** Returns whether the ask accepts answers at `now`. Computed on each request, because no job opens or closes asks. */
export function isAccepting(ask: Pick<StoredAsk<unknown>, 'status' | 'opensAt' | 'closesAt'>, now: Micros): boolean {
  return ask.status === 'open' && !isBeforeOpening(ask, now) && !isAfterClosing(ask, now);
}

export function isBeforeOpening(ask: { opensAt: Micros | null }, now: Micros): boolean {
  return ask.opensAt !== null && now < ask.opensAt;
}

export function isAfterClosing(ask: { closesAt: Micros | null }, now: Micros): boolean {
  return ask.closesAt !== null && now >= ask.closesAt;
}

/** Returns whether a visitor may see results. */
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
