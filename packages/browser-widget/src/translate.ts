import { readFile } from './api.js';
import type german from './messages/de.json';
import { nameOf } from './messages/message-id.js';

/** One message, or one for each plural category of the language. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;
/** A message in English, which is what it is called by; the plural follows the singular. */
export type Key = keyof typeof german;
/** Messages by the names of their English words. */
export type Messages = Readonly<Partial<Record<string, Message>>>;

/** The languages there are beside English, which stands where it is said. */
export const languages = /^(ar|de(-formal)?|es|fr|it|ja|nl|pl|pt|tr|zh)\b/;

/** Words, numbers and times in one language. */
export interface Words {
  /** A message with its gaps filled; `n` also settles the plural. */
  (key: Key, gaps?: Readonly<Record<string, string | number>>): string;
  readonly lang: string;
  /** The name of its files on the server. */
  readonly file: string;
  readonly number: (value: number, options?: Intl.NumberFormatOptions) => string;
  readonly percent: (share: number) => string;
  readonly moment: (iso: string) => string;
}

/** Puts values in the place of their names in braces. */
export function fill(text: string, valueFor: (name: string) => unknown): string {
  return text.replace(/\{(\w+)\}/g, (_gap, name: string) => String(valueFor(name) ?? ''));
}

/** Speaks a language, by its table or in English. */
export function speak(lang = 'en', table: Messages = {}, file = 'en'): Words {
  const plural = new Intl.PluralRules(lang);
  const number: Words['number'] = (value, options = { maximumFractionDigits: 2 }) =>
    value.toLocaleString(lang, options);
  const say = (key: Key, gaps: Readonly<Record<string, string | number>> = {}): string => {
    const [one = '', other = one] = key.split('|');
    const message = table[nameOf(key)] ?? { one, other };
    const text = typeof message === 'string' ? message : (message[plural.select(Number(gaps['n']))] ?? message.other);
    return fill(text ?? '', (name) => {
      const value = gaps[name];
      return typeof value === 'number' ? number(value) : value;
    });
  };
  return Object.assign(say, {
    lang,
    file,
    number,
    percent: (share: number) => number(share, { style: 'percent' }),
    moment: (iso: string) => new Date(iso).toLocaleString(lang, { dateStyle: 'long', timeStyle: 'short' }),
  });
}

/** The words for an element: by its own `lang`, what the ask is written in, the page's, or the browser's language. */
export async function wordsFor(host: Element, server: string, locale?: string | null): Promise<Words> {
  const tag = host.getAttribute('lang') || locale || host.closest<HTMLElement>('[lang]')?.lang || navigator.language;
  const [file] = languages.exec(tag.toLowerCase().replace(/-.*formal$/, '-formal')) ?? [];
  const messages = file && (await readFile<Messages>(`${server}/embed/languages/${file}.json`));
  if (!messages) return speak();
  try {
    return speak(tag.replace(/-formal$/i, ''), messages, file);
  } catch {
    // A tag that is none, such as de_DE.
    return speak(file.slice(0, 2), messages, file);
  }
}
