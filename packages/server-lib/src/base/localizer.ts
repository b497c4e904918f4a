import { LRUCache } from 'lru-cache';
import type { AskWords, MathElement, Timestamp } from '../shared/contract/resources.js';
import type { WidgetText } from '../shared/messages/english.js';
import { type Words, withoutRegister, wordsFor } from '../shared/messages/page-messages.js';
import type { Translate } from '../shared/messages/translate.js';
import { formatDuration } from '../shared/presentation/duration.js';
import { plainQuizLabel } from '../shared/presentation/quiz-text.js';
import { plainLabel } from '../shared/presentation/rich-text.js';
import type { Texts } from '../shared/presentation/texts.js';
import { type Html, type HtmlPart, html } from './html.js';

/** The texts of a page in its language, and the formats of numbers and times. */
export interface Localizer {
  readonly words: Words;
  readonly lang: string;
  /** The name of the language in the language itself. */
  readonly name: string;
  readonly dir: 'ltr' | 'rtl';
  /** Returns a text as HTML. Marks its language if there are no texts in the language of the page. */
  withLang(text: string): Html;
  /** Returns a text with HTML in its gap. */
  fillGap(sentence: (gap: string) => string, part: HtmlPart): Html;
  /** The texts that pages and the widget share. */
  readonly texts: Texts;
  number(value: number): string;
  /** @param precise Whether to show seconds. */
  time(at: Timestamp, precise?: boolean): Html;
  /** Formats a duration: `1 minute 30 seconds`. */
  duration(seconds: number): string;
  /** The MathML of the formulas of a quiz, by their TeX. Undefined for polls and forms, which have no formulas. */
  readonly formulas?: ReadonlyMap<string, MathElement>;
}

/** A placeholder that occurs in no text. */
const gap = '\0';

/** The scripts that are written from right to left. */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Mend', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

/** The localizers of locales. Creating the formats of one takes longer than most pages. */
const localizers = new LRUCache<string, Localizer>({ max: 200 });

/**
 * Returns the localizer of a locale. Default: English.
 *
 * @param own The texts of an author that replace standard texts.
 */
export function createLocalizer(locale: string | null, own: AskWords | null = null): Localizer {
  const key = own ? `${locale ?? ''} ${JSON.stringify(own)}` : (locale ?? '');
  const known = localizers.get(key) ?? newLocalizer(locale, own);
  localizers.set(key, known);
  return known;
}

function newLocalizer(locale: string | null, own: AskWords | null): Localizer {
  const tag = locale === null ? 'en' : new Intl.Locale(locale).toString();
  const words = wordsFor(tag, own);
  const lang = withoutRegister(tag);
  const isTranslated = new Intl.Locale(lang).language === words.lang;
  const formats = isTranslated ? lang : words.lang;
  const numbers = new Intl.NumberFormat(formats, { maximumFractionDigits: 2 });
  const exactNumbers = new Intl.NumberFormat(formats, { maximumFractionDigits: 6 });
  const percents = new Intl.NumberFormat(formats, { style: 'percent', maximumFractionDigits: 0 });
  const withLang = (text: HtmlPart) =>
    isTranslated ? html`${text}` : html`<span lang="${words.lang}" dir="${directionOf(words.lang)}">${text}</span>`;
  return {
    words,
    lang,
    name: new Intl.DisplayNames(lang, { type: 'language' }).of(lang) ?? lang,
    dir: directionOf(lang),
    withLang,
    fillGap(sentence, part) {
      const [before, after] = sentence(gap).split(gap);
      return withLang(html`${before}${part}${after}`);
    },
    texts: Object.assign(textsOf(words.translate, numbers), {
      lang: formats,
      number: (value: number) => numbers.format(value),
      exact: (value: number) => exactNumbers.format(value),
      percent: (share: number) => percents.format(share),
      plain: plainLabel,
    }),
    number: (value) => numbers.format(value),
    time: (at, precise = false) => time(at, formats, precise),
    duration: (seconds) => formatDuration(seconds, formats),
  };
}

/** Returns the localizer of a quiz with more formulas. Polls and forms have no formulas, so their localizer stays as it is. */
export function withFormulas(localizer: Localizer, formulas: Record<string, MathElement> | undefined): Localizer {
  if (!formulas) return localizer;
  const { texts } = localizer;
  const translate: Texts = Object.assign((...args: Parameters<Texts>) => texts(...args), texts, {
    plain: plainQuizLabel,
  });
  return {
    ...localizer,
    texts: translate,
    formulas: new Map([...(localizer.formulas ?? []), ...Object.entries(formulas)]),
  };
}

/** Returns a function that fills in numbers as the language writes them. */
function textsOf(translate: Translate, numbers: Intl.NumberFormat) {
  return (key: WidgetText, values: Readonly<Record<string, string | number>> = {}): string => {
    const formatted: Record<string, string> = {};
    for (const [name, value] of Object.entries(values))
      formatted[name] = typeof value === 'number' ? numbers.format(value) : value;
    return translate(key, formatted, typeof values['n'] === 'number' ? values['n'] : 1);
  };
}

/** Returns the writing direction of a locale. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
}

/** A time in UTC. With JavaScript, it is shown in the reader's time zone. */
function time(at: Timestamp, locale: string, precise: boolean): Html {
  // `en` alone means `en-US`, which puts the month before the day.
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    timeZone: 'UTC',
    dateStyle: precise ? 'medium' : 'long',
    timeStyle: precise ? 'medium' : 'short',
  });
  const exact = `${at.slice(0, 10)} ${at.slice(11, -1)} UTC`;
  return html`<time datetime="${at}" title="${exact}"${precise ? html` data-seconds` : html` data-long`}>${format.format(new Date(at))} UTC</time>`;
}
