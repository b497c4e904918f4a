import type { WidgetText } from '../../server-lib/src/shared/messages/english.js';
import type { MessageForms } from '../../server-lib/src/shared/messages/translate.js';
import { readFile } from './api.js';
import { messageId } from './messages/message-id.js';
import { type Child, h } from './ui/dom.js';

/** Texts in one language, by message ID. */
export type Messages = Readonly<Partial<Record<string, MessageForms>>>;

/** The languages and variants other than English that have texts. English texts are in the code. */
export const languages =
  /^((de|es|nl|pt)(-formal)?|fr(-informal)?|ar|cs|da|el|fi|he|hu|it|ja|ko|nb|pl|ro|ru|sv|tr|uk|zh)\b/;

/** Returns texts, numbers and times in one language. */
export interface Translator {
  /** Returns a text with the values filled in. `n` also selects the plural form. */
  (key: WidgetText, values?: Readonly<Record<string, string | number>>): string;
  readonly lang: string;
  /** The URL of the server. */
  readonly server: string;
  /** The name of the language's files on the server. */
  readonly file: string;
  readonly number: (value: number) => string;
  /** Formats a number with up to six decimals. */
  readonly exact: (value: number) => string;
  readonly percent: (share: number) => string;
  readonly dateTime: (iso: string) => string;
  /** Renders a text of an author. Only the code that is loaded on demand knows marks. Without it, the text is one paragraph. */
  readonly richText: (text: string, blockClass: string) => Child;
  /** Renders a label of an author. */
  readonly richLabel: (label: string) => Child;
  /** Returns a label of an author without its marks. */
  readonly plain: (label: string) => string;
}

/** Replaces names in braces by values. */
export function fill(text: string, valueFor: (name: string) => unknown): string {
  return text.replace(/\{(\w+)\}/g, (_match, name: string) => String(valueFor(name) ?? ''));
}

/** The labels of texts without marks. */
const same = (label: string) => label;

/** Creates a translator from the texts of a language, by default for English. */
export function createTranslator(lang = 'en', table: Messages = {}, file = 'en', server = ''): Translator {
  const plural = new Intl.PluralRules(lang);
  const format = (options: Intl.NumberFormatOptions) => (value: number) => value.toLocaleString(lang, options);
  const number = format({ maximumFractionDigits: 2 });
  const translate = (key: WidgetText, values: Readonly<Record<string, string | number>> = {}): string => {
    const [one = '', other = one] = key.split('|');
    const message = table[messageId(key)] ?? { one, other };
    const text = typeof message === 'string' ? message : (message[plural.select(Number(values['n']))] ?? message.other);
    return fill(text ?? '', (name) => {
      const value = values[name];
      return typeof value === 'number' ? number(value) : value;
    });
  };
  return Object.assign(translate, {
    lang,
    file,
    server,
    number,
    exact: format({ maximumFractionDigits: 6 }),
    percent: format({ style: 'percent' }),
    // `en` alone means `en-US`, which puts the month before the day.
    dateTime: (iso: string) =>
      new Date(iso).toLocaleString(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long', timeStyle: 'short' }),
    richText: (text: string, blockClass: string): Child => h('p', blockClass, text),
    richLabel: same,
    plain: same,
  });
}

/** Returns the language that an element, its visitor or the page wants. Otherwise, the languages of the browser count. */
export function wantedLanguage(host: Pick<Element, 'getAttribute' | 'closest'>, chosen = ''): string {
  return host.getAttribute('lang') || chosen || host.closest<HTMLElement>('[lang]')?.lang || '';
}

/** Loads the texts for an element. The language is its `lang`, the locale of the ask, the page's `lang` or the browser's. */
export async function loadTranslator(
  host: Pick<Element, 'getAttribute' | 'closest'>,
  server: string,
  locale?: string | null,
): Promise<Translator> {
  const found = wantedLanguage(host, locale ?? '') || navigator.language;
  // Most Norwegian pages have the language `no`, which is Bokmål here.
  const tag = found.replace(/^no\b/i, 'nb');
  const [language = 'en'] = languages.exec(tag.toLowerCase().replace(/-.*-(?=(in)?formal$)/, '-')) ?? [];
  const messages = language === 'en' ? {} : await readFile<Messages>(`${server}/embed/languages/${language}.json`);
  const file = messages ? language : 'en';
  const isTranslated = tag.toLowerCase().startsWith(file.slice(0, 2));
  try {
    return createTranslator(isTranslated ? tag.replace(/-(in)?formal$/i, '') : 'en', messages, file, server);
  } catch {
    // An invalid language tag, such as `de-`.
    return createTranslator(file.slice(0, 2), messages, file, server);
  }
}
