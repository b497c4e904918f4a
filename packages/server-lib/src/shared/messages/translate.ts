import type german from './languages/de.json';
import type widgetGerman from './languages/widget/de.json';

/** A text, or a text for each plural category of the language. */
export type MessageForms = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** The English texts that only pages have. The plural follows the singular, after `|`. */
export type PageKey = keyof typeof german;
/** Texts that the widget also has are only in its language files. */
export type Key = PageKey | keyof typeof widgetGerman;

/** All texts in one language, by their English texts. */
export type Table = Readonly<Record<Key, MessageForms>>;

/** Returns a text with the values filled in. `count` selects the plural form. */
export type Translate = (key: Key, values?: Readonly<Record<string, string>>, count?: number) => string;

/** Creates a translator for a language, or for English if there is no table. */
export function createTranslator(lang: string, table?: Table): Translate {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}, count = 1) => {
    const [one = '', other = one] = key.split('|');
    const message = table?.[key] ?? { one, other };
    const text = typeof message === 'string' ? message : (message[plural.select(count)] ?? message.other ?? '');
    return text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '');
  };
}
