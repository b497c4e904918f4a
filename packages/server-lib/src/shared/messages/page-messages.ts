import ar from './languages/ar.json';
import de from './languages/de.json';
import deFormal from './languages/de-formal.json';
import es from './languages/es.json';
import fr from './languages/fr.json';
import it from './languages/it.json';
import ja from './languages/ja.json';
import nl from './languages/nl.json';
import pl from './languages/pl.json';
import pt from './languages/pt.json';
import tr from './languages/tr.json';
import zh from './languages/zh.json';
import type { translatedLanguages } from './languages.js';
import { createWords, type Words } from './page-texts.js';
import { createTranslator, type Translation, translation } from './translate.js';

export type { Words };

/** The texts in languages other than English, which is the key of each text. */
const translations: Readonly<Record<(typeof translatedLanguages)[number], Translation>> = {
  ar: translation(ar),
  de: translation(de),
  // Formal German overrides only what differs.
  'de-formal': translation({ ...de, ...deFormal }),
  es: translation(es),
  fr: translation(fr),
  it: translation(it),
  ja: translation(ja),
  nl: translation(nl),
  pl: translation(pl),
  pt: translation(pt),
  tr: translation(tr),
  zh: translation(zh),
};

const byName: ReadonlyMap<string, Translation> = new Map(Object.entries(translations));

const formal = '-formal';
const english = createWords(createTranslator('en'), 'en');
const loaded = new Map<string, Words>();

/** Returns the texts in the language of a locale, or in English. `de-formal` and `de-AT-formal` are formal German. */
export function wordsFor(locale: string): Words {
  const { language, baseName } = new Intl.Locale(locale);
  const name = language === 'de' && isFormal(baseName) ? 'de-formal' : language;
  const table = byName.get(name);
  if (!table) return english;
  const words = loaded.get(name) ?? createWords(createTranslator(language, table), language);
  loaded.set(name, words);
  return words;
}

/** Returns a locale without the variant `formal`, which browsers do not know. */
export function withoutFormal(locale: string): string {
  return isFormal(locale) ? locale.slice(0, -formal.length) : locale;
}

function isFormal(locale: string): boolean {
  return locale.endsWith(formal);
}
