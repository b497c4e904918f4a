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
import widgetAr from './languages/widget/ar.json';
import widgetDe from './languages/widget/de.json';
import widgetDeFormal from './languages/widget/de-formal.json';
import widgetEs from './languages/widget/es.json';
import widgetFr from './languages/widget/fr.json';
import widgetIt from './languages/widget/it.json';
import widgetJa from './languages/widget/ja.json';
import widgetNl from './languages/widget/nl.json';
import widgetPl from './languages/widget/pl.json';
import widgetPt from './languages/widget/pt.json';
import widgetTr from './languages/widget/tr.json';
import widgetZh from './languages/widget/zh.json';
import zh from './languages/zh.json';
import { createWords, type Words } from './page-texts.js';
import { createTranslator, type Table } from './translate.js';

export type { Words };

/** The texts in languages other than English, whose texts are in the code. A missing text does not compile. */
const tables: ReadonlyMap<string, Table> = new Map<string, Table>([
  ['ar', { ...widgetAr, ...ar }],
  ['de', { ...widgetDe, ...de }],
  // Formal German says "Sie". It overrides only what differs.
  ['de-formal', { ...widgetDe, ...de, ...widgetDeFormal, ...deFormal }],
  ['es', { ...widgetEs, ...es }],
  ['fr', { ...widgetFr, ...fr }],
  ['it', { ...widgetIt, ...it }],
  ['ja', { ...widgetJa, ...ja }],
  ['nl', { ...widgetNl, ...nl }],
  ['pl', { ...widgetPl, ...pl }],
  ['pt', { ...widgetPt, ...pt }],
  ['tr', { ...widgetTr, ...tr }],
  ['zh', { ...widgetZh, ...zh }],
]);

/** The names of the languages that pages and the widget have texts in. */
export const languages: readonly string[] = ['en', ...tables.keys()];

const formal = '-formal';
const english = createWords(createTranslator('en'), 'en');
const loaded = new Map<string, Words>();

/** Returns the texts in the language of a locale, or in English. `de-formal` and `de-AT-formal` are formal German. */
export function wordsFor(locale: string): Words {
  const { language, baseName } = new Intl.Locale(locale);
  const name = language === 'de' && isFormal(baseName) ? 'de-formal' : language;
  const table = tables.get(name);
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
