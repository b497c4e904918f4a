import type { Timestamp } from '../../../contract/resources.js';
import type { Texts } from '../../../presentation/texts.js';
import { languageName } from '../language-names.js';

/** What an answer says in one column. */
export interface AnswerCell {
  /** The text for people, with labels in place of IDs. Never empty. */
  readonly text: string;
  /** The value for files: a number if the column has numbers, otherwise the text. */
  readonly value: string | number;
  /** The single values, such as each chosen option. */
  readonly parts: readonly string[];
}

/** A column of a table of answers. */
export interface AnswerColumn<Answer> {
  /** The name in URLs. It is that of the column in CSV exports of the REST API. */
  readonly id: string;
  readonly label: string;
  /** Whether tables only have the column if it was chosen. */
  readonly isMinor?: boolean;
  /** Returns null if the answer has nothing in this column. */
  read(answer: Answer): AnswerCell | null;
}

interface Labelled {
  readonly id: string;
  readonly label: string;
}

/** Returns the cell of a text. */
export function textCell(text: string | null | undefined): AnswerCell | null {
  return text === null || text === undefined || text === '' ? null : { text, value: text, parts: [text] };
}

/** Returns the cell of a number. */
export function numberCell(value: number | null | undefined, t: Texts): AnswerCell | null {
  if (value === null || value === undefined) return null;
  return { text: t.exact(value), value, parts: [String(value), t.exact(value)] };
}

/** Returns the cell of a yes or no. */
export function booleanCell(value: boolean | null | undefined, t: Texts): AnswerCell | null {
  return value === null || value === undefined ? null : textCell(t(value ? 'Yes' : 'No'));
}

/** Returns the cell of a time, to the second. Files get the exact time. */
export function timeCell(at: Timestamp): AnswerCell {
  const text = `${at.slice(0, 10)} ${at.slice(11, 19)}`;
  return { text, value: at, parts: [text, at] };
}

/** Returns the cell of a language. It is found by its name and its tag, and by those without the region. Files get the tag. */
export function languageCell(tag: string | null): AnswerCell | null {
  if (tag === null) return null;
  const [base = tag] = tag.split('-');
  return { text: languageName(tag), value: tag, parts: [tag, base, languageName(tag), languageName(base)] };
}

/** Returns the cell of several texts. In ordered lists, each has its place. */
export function listCell(parts: readonly string[], isOrdered = false): AnswerCell | null {
  if (parts.length === 0) return null;
  const text = parts.map((part, index) => (isOrdered ? `${index + 1}. ${part}` : part)).join(', ');
  return { text, value: text, parts };
}

/** Returns the label of an option, or its ID if the option was removed. */
export function optionLabel(options: readonly Labelled[], id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}
