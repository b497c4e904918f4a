import type { FieldOption } from '../contract/resources.js';
import { fillPlaceholders } from '../logic/placeholders.js';
import { plainLabel } from './rich-text.js';
import type { Texts } from './texts.js';

/** The parts of a field that its answer as a text needs. */
interface AnsweredField {
  readonly id: string;
  readonly type: string;
  readonly options?: readonly FieldOption[];
  readonly rows?: readonly FieldOption[];
}

/** What visitors have answered, and what follows from it. */
export interface PlaceholderSource {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, number | string>>;
}

/** Fills the placeholders in a text. If the text is parsed later, its values must be escaped. */
export type PlaceholderFiller = (text: string, escapeValue?: (value: string) => string) => string;

/**
 * Returns a function that fills the placeholders in a text with answers and variables, as visitors read them: options by their
 * labels without marks, numbers, dates and times in their language.
 */
export function placeholderFiller(
  fields: readonly AnsweredField[],
  { answers, variables }: PlaceholderSource,
  t: Texts,
): PlaceholderFiller {
  const values = new Map<string, string>();

  const fill: PlaceholderFiller = (text, escapeValue) => fillPlaceholders(text, find, escapeValue);
  const labelOf = (label: string) => plainLabel(label, fill);

  function find(name: string): string | undefined {
    const field = fields.find(({ id }) => id === name);
    const source: Readonly<Record<string, unknown>> = field ? answers : variables;
    const value = Object.hasOwn(source, name) ? source[name] : undefined;
    if (!field && value === undefined) return undefined;
    if (!values.has(name)) {
      // An option that refers to its own field has no value.
      values.set(name, '');
      values.set(name, answerText(value, field, labelOf, t));
    }
    return values.get(name);
  }

  return fill;
}

/** Returns an answer, or a part of it, as a text. */
function answerText(
  value: unknown,
  field: AnsweredField | undefined,
  labelOf: (label: string) => string,
  t: Texts,
): string {
  const show = (part: unknown) => answerText(part, field, labelOf, t);
  if (typeof value === 'number') return t.exact(value);
  if (value === true) return t('Agreed');
  if (typeof value === 'string') {
    const option = field?.options?.find(({ id }) => id === value);
    return option ? labelOf(option.label) : formatTime(field?.type, value, t.lang);
  }
  if (typeof value !== 'object' || value === null) return '';
  const parts = Array.isArray(value)
    ? value.map(show)
    : Object.entries(value).map(([part, choice]) => {
        const row = field?.rows?.find(({ id }) => id === part);
        // A write-in has no row.
        return row ? `${labelOf(row.label)}: ${show(choice)}` : String(choice);
      });
  return new Intl.ListFormat(t.lang).format(parts);
}

/** Formats dates and times. Returns other texts as they are. */
function formatTime(type: string | undefined, text: string, lang: string): string {
  const isDate = type === 'date';
  const time = Date.parse(isDate ? text : `1970-01-01T${text}Z`);
  if (!(isDate || type === 'time') || Number.isNaN(time)) return text;
  const style = isDate ? ({ dateStyle: 'long' } as const) : ({ timeStyle: 'short' } as const);
  // `en` alone means `en-US`, which puts the month before the day.
  return new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { ...style, timeZone: 'UTC' }).format(time);
}
