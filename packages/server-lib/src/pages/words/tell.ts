import type widgetGerman from '../../../../browser-widget/src/messages/de.json';
import type german from './de.json';

/** One message, or one for each plural category of the language. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** What pages alone say, in English; the plural follows the singular. */
export type PageKey = keyof typeof german;
/** What the widget says, too, is in its tables and nowhere else. */
export type Key = PageKey | keyof typeof widgetGerman;

/** All messages in one language, by their English words. */
export type Table = Readonly<Record<Key, Message>>;

/** Tells a message with its gaps filled; `count` settles the plural. */
export type Tell = (key: Key, gaps?: Readonly<Record<string, string>>, count?: number) => string;

/** Speaks a language by its table, or English. */
export function teller(lang: string, table?: Table): Tell {
  const plural = new Intl.PluralRules(lang);
  return (key, gaps = {}, count = 1) => {
    const [one = '', other = one] = key.split('|');
    const message = table?.[key] ?? { one, other };
    const text = typeof message === 'string' ? message : (message[plural.select(count)] ?? message.other ?? '');
    return text.replace(/\{(\w+)\}/g, (_gap, name: string) => gaps[name] ?? '');
  };
}
