import { formatTimestamp, type Micros } from '../../base/clock.js';
import type { Averages } from '../../shared/contract/resources.js';
import { plainLabel } from '../../shared/presentation/rich-text.js';
import { languageName } from './language-names.js';

/** What an answer has in one column. */
export interface AnswerCell {
  /** The text for people, with labels in place of IDs. Never empty. */
  readonly text: string;
  /** The value for files, for comparisons and for orders: a number if the column has numbers, otherwise a text. */
  readonly value: string | number;
  /** The single values for people, such as the label of each chosen option. */
  readonly parts: readonly string[];
  /** The single values for programs, such as the ID of each chosen option, `true` or `false`. */
  readonly ids: readonly string[];
  /** The time, if the column has times. */
  readonly at?: Micros;
  /** What `value` is, if it is the text of a date or of a time of day. */
  readonly format?: 'date' | 'time';
  /** The values of a list that are not options, such as write-ins. */
  readonly writeIns?: readonly string[];
}

/** A column of the answers to the asks of one kind. Filters, orders and tables of answers use it. */
export interface AnswerColumn<Body> {
  /** The name in filters and orders: a member of an answer, such as `score`, or `field.{id}`. */
  readonly id: string;
  readonly label: string;
  /** The options of a list, if its cells can have several, and whether their order matters. */
  readonly list?: { readonly options: ColumnChoices; readonly isOrdered: boolean };
  /** What an answer chooses from, in this order, if that is known: options, or the values of a scale. */
  readonly choices?: ColumnChoices;
  /** What the average of the column is, if it has numbers whose average means something. */
  readonly average?: ColumnAverage;
  /** Whether tables only have the column if it was chosen. */
  readonly isMinor?: boolean;
  /** Returns null if the answer has nothing in this column. */
  read(body: Body): AnswerCell | null;
}

/** A column without its cells. */
export type ColumnHead = Omit<AnswerColumn<never>, 'read'>;

/** An option, row or target. */
export interface ColumnChoice {
  readonly id: string;
  readonly label: string;
}

/** Returns what an answer chooses from. A form can have thousands of options, which most uses of its columns do not need. */
export type ColumnChoices = () => readonly ColumnChoice[];

/** The average of a column. */
export interface ColumnAverage {
  readonly measure: Averages['measure'];
  /** The lowest and the highest possible average. Null: not limited. */
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Returns what an answer counts in the average. Default: the number itself. */
  pointsOf?(value: number): number;
}

/** A single value of a list. `id` is the value for programs, if it differs. */
export interface ListItem {
  readonly label: string;
  readonly id?: string;
}

/** Returns the cell of a text. */
export function textCell(text: string | null | undefined): AnswerCell | null {
  return text === null || text === undefined || text === '' ? null : { text, value: text, parts: [text], ids: [] };
}

/** Returns the cell of a date such as `2026-01-31`, or of a time of day such as `09:30`. */
export function dateOrTimeCell(text: string, format: 'date' | 'time'): AnswerCell | null {
  const cell = textCell(text);
  return cell && { ...cell, format };
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const rounded = {
  score: new Intl.NumberFormat('en', { maximumFractionDigits: 2 }),
  percentage: new Intl.NumberFormat('en', { maximumFractionDigits: 0 }),
};

/** Returns the cell of a number. */
export function numberCell(value: number | null | undefined): AnswerCell | null {
  if (value === null || value === undefined) return null;
  const formatted = numbers.format(value);
  return { text: formatted, value, parts: [formatted], ids: [String(value)] };
}

/** Returns the cell of a computed number, which people see rounded. Files and comparisons have all of its digits. */
export function computedCell(value: number | null | undefined, type: keyof typeof rounded): AnswerCell | null {
  if (value === null || value === undefined) return null;
  const formatted = rounded[type].format(value);
  if (type !== 'percentage') return { text: formatted, value, parts: [formatted], ids: [String(value)] };
  // Filters find the percentage with and without the space, which does not break.
  return { text: `${formatted}\u00a0%`, value, parts: [formatted], ids: [String(value), `${formatted}%`] };
}

/** Returns the values of a scale as choices. */
export function scaleChoices({ min, max }: { readonly min: number; readonly max: number }): ColumnChoices {
  return () => Array.from({ length: max - min + 1 }, (_, at) => ({ id: `${min + at}`, label: `${min + at}` }));
}

/** Returns true and false as choices. */
export function booleanChoices([yes, no]: Words = ['Yes', 'No']): ColumnChoices {
  return () => [
    { id: 'true', label: yes },
    { id: 'false', label: no },
  ];
}

/** The words for true and false. */
type Words = readonly [whenTrue: string, whenFalse: string];

/** Returns the cell of a yes or no. */
export function booleanCell(value: boolean | null | undefined, [yes, no]: Words = ['Yes', 'No']): AnswerCell | null {
  if (value === null || value === undefined) return null;
  const text = value ? yes : no;
  return { text, value: text, parts: [text], ids: [String(value)] };
}

/** Returns the cell of a time, to the second. Files get the exact time. */
export function timeCell(at: Micros): AnswerCell {
  const exact = formatTimestamp(at);
  const text = `${exact.slice(0, 10)} ${exact.slice(11, 19)}`;
  return { text, value: exact, parts: [text], ids: [exact], at };
}

/** Returns the cell of a language. A search finds it by its name and its tag, with or without the region. Files get the tag. */
export function languageCell(tag: string | null): AnswerCell | null {
  if (tag === null) return null;
  const [base = tag] = tag.split('-');
  return { text: languageName(tag), value: tag, parts: [languageName(tag), languageName(base)], ids: [tag, base] };
}

/** The labels of options, by their IDs. Read once for a column, when it is first needed. */
export type OptionLabels = Pick<ReadonlyMap<string, string>, 'get'>;

/** Returns options with their labels as text. Those of quizzes can have formulas, and so need another function. */
export function plainChoices(
  options: readonly ColumnChoice[],
  plain: (label: string) => string = plainLabel,
): ColumnChoices {
  return () => options.map(({ id, label }) => ({ id, label: plain(label) }));
}

/** Returns the labels of options, rows or targets, without marks. An empty label counts as the ID. */
export function labelsOf(
  options: readonly ColumnChoice[],
  plain: (label: string) => string = plainLabel,
): OptionLabels {
  let labels: ReadonlyMap<string, string> | undefined;
  return {
    get(id) {
      labels ??= new Map(options.map((option) => [option.id, option.label === '' ? option.id : plain(option.label)]));
      return labels.get(id);
    },
  };
}

/** Returns the cell of an option. */
export function optionCell(labels: OptionLabels, id: string): AnswerCell {
  const { label } = toItem(labels, id);
  return { text: label, value: label, parts: [label], ids: [id] };
}

/** Returns the cell of several values. In an ordered list, each value has its position. */
export function listCell(items: readonly ListItem[], isOrdered = false): AnswerCell | null {
  if (items.length === 0) return null;
  const text = items.map(({ label }, index) => (isOrdered ? `${index + 1}. ${label}` : label)).join(', ');
  return {
    text,
    value: text,
    parts: items.map(({ label }) => label),
    ids: items.flatMap(({ id }) => (id === undefined ? [] : [id])),
    writeIns: items.flatMap(({ id, label }) => (id === undefined ? [label] : [])),
  };
}

/** Returns an option of a list. Its label is the ID if the option was removed. */
export function toItem(labels: OptionLabels, id: string): Required<ListItem> {
  return { id, label: labels.get(id) ?? id };
}
