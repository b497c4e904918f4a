import type { Micros } from '../../base/clock.js';
import type { AnswerCondition } from './answer-condition.js';
import type { FoldText } from './answer-folds.js';
import { type AnswerFilter, isOfPerson, type NotedAnswerRow } from './answer-queries.js';
import { noteColumns } from './ask-columns.js';
import { parseTags } from './parse-note.js';

/**
 * Selects some of an ask's answers by their columns in the database and by their content. Plain data, since threads exchange it.
 */
export interface AnswerSelection extends AnswerFilter {
  readonly respondent: string | null;
  /** The earliest time of the last change, inclusive. */
  readonly updatedSince: Micros | null;
  /** Only answers in this language, with or without a region. {@link unknownLanguage}: only those whose language is unknown. */
  readonly language: string | null;
  /** Only answers with this tag, which is folded: an index finds the answers with notes. */
  readonly tag: string | null;
  /** The conditions, all of which an answer must meet. */
  readonly conditions: readonly AnswerCondition[];
}

/** The value that stands for an unknown language. No language has this tag. */
export const unknownLanguage = 'unknown';

/** Selects all answers. */
export const everyAnswer: AnswerSelection = {
  since: null,
  until: null,
  voter: null,
  respondent: null,
  updatedSince: null,
  language: null,
  tag: null,
  conditions: [],
};

/** Returns whether an index finds the selected answers, so that no others are read. */
export function isIndexed({ updatedSince, language, tag, conditions }: AnswerSelection): boolean {
  return updatedSince === null && language === null && tag === null && conditions.length === 0;
}

/** Returns whether all answers are selected. */
export function isEveryAnswer(selection: AnswerSelection): boolean {
  const { since, until } = selection;
  return since === null && until === null && !isOfPerson(selection) && isIndexed(selection);
}

/** Returns whether a selection reads the notes of answers. */
export function readsNotes({ tag, conditions }: AnswerSelection): boolean {
  return (
    tag !== null ||
    conditions.some(
      (condition) =>
        condition.type === 'any_column' || (condition.type === 'column' && noteColumns.has(condition.column)),
    )
  );
}

/** Returns whether the row of an answer matches, apart from what an index finds and from its content. */
export function matchesRow(
  { updatedSince, language, tag }: AnswerSelection,
  row: NotedAnswerRow,
  fold: FoldText,
): boolean {
  return (
    (updatedSince === null || row.updated_at >= updatedSince) &&
    (language === null || isInLanguage(row.language, language)) &&
    (tag === null || parseTags(row.tags).some((own) => fold(own) === tag))
  );
}

function isInLanguage(tag: string | null, wanted: string): boolean {
  if (tag === null) return wanted === unknownLanguage;
  return tag === wanted || tag.startsWith(`${wanted}-`);
}
