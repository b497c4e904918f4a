import { en } from './en.js';

/** All that pages say to visitors beside what authors wrote. */
export type Words = typeof en;

/** The tables there are, by language. One more is one more line. */
const tables: Readonly<Record<string, Words>> = { en };

/** The table for a locale; English where there is none yet. */
export function wordsFor(locale: string): Words {
  return tables[new Intl.Locale(locale).language] ?? en;
}
