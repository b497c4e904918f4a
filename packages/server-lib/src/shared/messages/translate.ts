import type { VisitorText } from './english.js';

/** A text, or a text for each plural category of the language. */
export type MessageForms = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

/** All texts in one language, by their English texts. */
export type Translation = Readonly<Record<VisitorText, MessageForms>>;

/** Returns a text with the values filled in. `count` selects the plural form. */
export type Translate = (key: VisitorText, values?: Readonly<Record<string, string>>, count?: number) => string;

/** Returns a translation as it is. A missing text does not compile, nor does a text that is not in English. */
export function translation<Table extends Translation>(
  table: Table & { readonly [Surplus in Exclude<keyof Table, VisitorText>]: never },
): Translation {
  return table;
}

/** Creates a translator for a language, or for English if there is no translation. */
export function createTranslator(lang: string, table?: Translation): Translate {
  const plural = new Intl.PluralRules(lang);
  return (key, values = {}, count = 1) => {
    const [one = '', other = one] = key.split('|');
    const message = table?.[key] ?? { one, other };
    const text = typeof message === 'string' ? message : (message[plural.select(count)] ?? message.other ?? '');
    return text.replace(/\{(\w+)\}/g, (_match, name: string) => values[name] ?? '');
  };
}
