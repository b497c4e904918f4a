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

/** A text split at its gaps. Texts and the names of values take turns. */
type SplitText = readonly string[];

/** Creates a translator for a language, or for English if there is no translation. */
export function createTranslator(lang: string, table?: Translation): Translate {
  const plural = new Intl.PluralRules(lang);
  // A page of results has the same text thousands of times.
  const known = new Map<VisitorText, (count: number) => SplitText>();

  function findText(key: VisitorText): (count: number) => SplitText {
    const [one = '', other] = key.split('|');
    const message = table?.[key] ?? (other === undefined ? one : { one, other });
    if (typeof message === 'string') {
      const text = splitText(message);
      return () => text;
    }
    const forms = new Map(Object.entries(message).map(([category, text]) => [category, splitText(text)]));
    return (count) => forms.get(plural.select(count)) ?? forms.get('other') ?? [];
  }

  return (key, values = {}, count = 1) => {
    let textFor = known.get(key);
    if (!textFor) {
      textFor = findText(key);
      known.set(key, textFor);
    }
    return textFor(count).reduce((filled, part, at) => filled + (at % 2 === 0 ? part : (values[part] ?? '')), '');
  };
}

function splitText(text: string): SplitText {
  return text.split(/\{(\w+)\}/);
}
