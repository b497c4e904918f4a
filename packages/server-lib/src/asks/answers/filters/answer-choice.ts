import { check } from '../../../validation/check.js';
import type { AskKind } from '../../ask-types.js';
import { answerQueries } from './answer-params.js';
import type { AnswerSelection } from './answer-selection.js';
import type { KindFilters } from './kind-filters.js';
import { parseSelection } from './parse-selection.js';

/** Filters the answers of an ask. All conditions must hold. */
export interface AnswerChoice {
  /** Answers from this time, inclusive: a date or an RFC 3339 timestamp. */
  since?: Date | string | undefined;
  /** Answers before this time: a date or an RFC 3339 timestamp. */
  until?: Date | string | undefined;
  /** Answers that were created or changed at this time or later: a date or an RFC 3339 timestamp. */
  updated_since?: Date | string | undefined;
  /** Answers of one visitor. */
  voter_ref?: string | undefined;
  /** Answers of one user, by your own ID. Finds none if the answers are anonymous. */
  respondent?: string | undefined;
  /** Answers in this language, such as `pt`, which includes `pt-BR`. `unknown`: those whose language is unknown. */
  language?: string | undefined;
  /** Votes for the option with this ID. */
  choice?: string | undefined;
  /** Votes with this write-in. */
  other?: string | undefined;
  /** Attempts with this score or a higher one. */
  min_score?: number | undefined;
  /** Attempts that passed, or that did not. */
  passed?: boolean | undefined;
  /** Answers with this value in a field or question, by its ID: `'field.email': 'a@example.com'`. */
  [field: `field.${string}`]: string | number | boolean | undefined;
  /** Votes that give an option this rating, by its ID: `'ratings.o1': 5`. */
  [rating: `ratings.${string}`]: number | undefined;
}

/**
 * Returns the selection of a choice. Checks it as the REST API does.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function selectionOf<Own, Body>(
  { name, filters }: { readonly name: AskKind; readonly filters: KindFilters<Own, Body> },
  own: Own,
  choice: AnswerChoice,
): AnswerSelection {
  const texts = Object.entries(choice).flatMap(([key, value]) => (value === undefined ? [] : [[key, toText(value)]]));
  const isPrefixed = ([key = '']: string[]) => key.startsWith(filters.prefix);
  const query = check(answerQueries[name].results, Object.fromEntries(texts.filter((entry) => !isPrefixed(entry))));
  return parseSelection(filters, own, query, Object.fromEntries(texts.filter(isPrefixed)));
}

function toText(value: unknown): string {
  // An invalid date has no ISO text.
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : String(value);
}
