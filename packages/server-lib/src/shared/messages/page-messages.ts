import type { AskWords } from '../contract/resources.js';
import ar from './languages/ar.json';
import cs from './languages/cs.json';
import da from './languages/da.json';
import de from './languages/de.json';
import deFormal from './languages/de-formal.json';
import el from './languages/el.json';
import es from './languages/es.json';
import esFormal from './languages/es-formal.json';
import fi from './languages/fi.json';
import fr from './languages/fr.json';
import frInformal from './languages/fr-informal.json';
import he from './languages/he.json';
import hu from './languages/hu.json';
import it from './languages/it.json';
import ja from './languages/ja.json';
import ko from './languages/ko.json';
import nb from './languages/nb.json';
import nl from './languages/nl.json';
import nlFormal from './languages/nl-formal.json';
import pl from './languages/pl.json';
import pt from './languages/pt.json';
import ptFormal from './languages/pt-formal.json';
import ro from './languages/ro.json';
import ru from './languages/ru.json';
import sv from './languages/sv.json';
import tr from './languages/tr.json';
import uk from './languages/uk.json';
import zh from './languages/zh.json';
import type { translatedLanguages } from './languages.js';
import { ownWord } from './own-words.js';
import { createWords, type Words } from './page-texts.js';
import { createTranslator, type Translation, translation } from './translate.js';

export type { Words };

/** The texts in languages other than English, which is the key of each text. A variant overrides only what differs. */
const translations: Readonly<Record<(typeof translatedLanguages)[number], Translation>> = {
  ar: translation(ar),
  cs: translation(cs),
  da: translation(da),
  de: translation(de),
  'de-formal': translation({ ...de, ...deFormal }),
  el: translation(el),
  es: translation(es),
  'es-formal': translation({ ...es, ...esFormal }),
  fi: translation(fi),
  fr: translation(fr),
  'fr-informal': translation({ ...fr, ...frInformal }),
  he: translation(he),
  hu: translation(hu),
  it: translation(it),
  ja: translation(ja),
  ko: translation(ko),
  nb: translation(nb),
  nl: translation(nl),
  'nl-formal': translation({ ...nl, ...nlFormal }),
  pl: translation(pl),
  pt: translation(pt),
  'pt-formal': translation({ ...pt, ...ptFormal }),
  ro: translation(ro),
  ru: translation(ru),
  sv: translation(sv),
  tr: translation(tr),
  uk: translation(uk),
  zh: translation(zh),
};

/** The texts by language. Most Norwegian pages have the language `no`, which is Bokmål here. */
const byName: ReadonlyMap<string, Translation> = new Map(Object.entries({ ...translations, no: translations.nb }));

/** The end of a locale that selects how visitors are addressed. */
const register = /-(in)?formal$/;

const english = createWords(createTranslator('en'), 'en');
const loaded = new Map<string, Words>();

/**
 * Returns the texts in the language of a locale, or in English. `de-formal` and `de-AT-formal` are formal German, and `fr-informal` is
 * informal French. The way that a language has by default needs no variant: `fr-formal` is `fr`.
 *
 * @param own The texts of an author that replace standard texts.
 */
export function wordsFor(locale: string, own: AskWords | null = null): Words {
  const words = standardWords(locale);
  if (!own) return words;
  return createWords((key, ...values) => ownWord(own, key) ?? words.translate(key, ...values), words.lang);
}

function standardWords(locale: string): Words {
  const { language, baseName } = new Intl.Locale(locale);
  const [end = ''] = register.exec(baseName) ?? [];
  const name = byName.has(language + end) ? language + end : language;
  const table = byName.get(name);
  if (!table) return english;
  const words = loaded.get(name) ?? createWords(createTranslator(language, table), language);
  loaded.set(name, words);
  return words;
}

/** Returns a locale without the variants `formal` and `informal`, which browsers do not know. */
export function withoutRegister(locale: string): string {
  return locale.replace(register, '');
}
