import type { Micros } from '../../../clock.js';
import { type AnswerFilter, type AnswerRow, isOfPerson } from '../answer-queries.js';
import type { AnswerCondition } from './answer-condition.js';

/** Selects some of an ask's answers, by what their rows say and by their content. Plain data, since threads exchange it. */
export interface AnswerSelection extends AnswerFilter {
  readonly respondent: string | null;
  /** The earliest time of the last change, inclusive. */
  readonly updatedSince: Micros | null;
  /** Only answers in this language, with or without a region. {@link unknownLanguage}: only those whose language is unknown. */
  readonly language: string | null;
  /** All of them must be met. */
  readonly conditions: readonly AnswerCondition[];
}

/** The language of answers whose language is unknown. No language has this tag. */
export const unknownLanguage = 'unknown';

/** Selects all answers. */
export const everyAnswer: AnswerSelection = {
  since: null,
  until: null,
  voter: null,
  respondent: null,
  updatedSince: null,
  language: null,
  conditions: [],
};

/** Returns whether an index finds the selected answers, so that no others are read. */
export function isIndexed({ updatedSince, language, conditions }: AnswerSelection): boolean {
  return updatedSince === null && language === null && conditions.length === 0;
}

/** Returns whether all answers are selected. */
export function isEveryAnswer(selection: AnswerSelection): boolean {
  const { since, until } = selection;
  return since === null && until === null && !isOfPerson(selection) && isIndexed(selection);
}

/** Returns whether the row of an answer matches, apart from what an index finds and from its content. */
export function matchesRow({ updatedSince, language }: AnswerSelection, row: AnswerRow): boolean {
  return (
    (updatedSince === null || row.updated_at >= updatedSince) &&
    (language === null || isInLanguage(row.language, language))
  );
}

function isInLanguage(tag: string | null, wanted: string): boolean {
  if (tag === null) return wanted === unknownLanguage;
  return tag === wanted || tag.startsWith(`${wanted}-`);
}
