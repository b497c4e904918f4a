import widgetAr from '../../../../browser-widget/src/messages/ar.json';
import widgetDe from '../../../../browser-widget/src/messages/de.json';
import widgetEs from '../../../../browser-widget/src/messages/es.json';
import widgetFr from '../../../../browser-widget/src/messages/fr.json';
import widgetIt from '../../../../browser-widget/src/messages/it.json';
import widgetJa from '../../../../browser-widget/src/messages/ja.json';
import widgetNl from '../../../../browser-widget/src/messages/nl.json';
import widgetPl from '../../../../browser-widget/src/messages/pl.json';
import widgetPt from '../../../../browser-widget/src/messages/pt.json';
import widgetTr from '../../../../browser-widget/src/messages/tr.json';
import widgetZh from '../../../../browser-widget/src/messages/zh.json';
import ar from './ar.json';
import de from './de.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import ja from './ja.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';
import { sentences, type Words } from './sentences.js';
import { type Table, teller } from './tell.js';
import tr from './tr.json';
import zh from './zh.json';

export type { Words };

/** The tables beside English, which stands where it is said. What a table leaves out does not compile. */
const tables: ReadonlyMap<string, Table> = new Map<string, Table>([
  ['ar', { ...widgetAr, ...ar }],
  ['de', { ...widgetDe, ...de }],
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

/** The languages that pages and the widget speak. */
export const languages: readonly string[] = ['en', ...tables.keys()];

const english = sentences(teller('en'), 'en');
const told = new Map<string, Words>();

/** What is said in the language of a locale; English where there is no table. */
export function wordsFor(locale: string): Words {
  const { language } = new Intl.Locale(locale);
  const table = tables.get(language);
  if (!table) return english;
  const words = told.get(language) ?? sentences(teller(language, table), language);
  told.set(language, words);
  return words;
}
