import type { Faults } from '../../base/faults/faults.js';
import { countCodePoints, isStorable } from '../../base/validation/text.js';
import { csvRow, withoutApostrophes } from '../../http/spreadsheets/csv.js';
import { parseCsv, UnclosedQuote } from '../../http/spreadsheets/parse-csv.js';
import { fault } from '../../shared/faults/fault.js';
import { type TextPlace, type TextTree, textAt, toTextTree } from '../../shared/translations/text-shape.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { wireIdOf } from '../ids.js';
import type { FileEntry, TranslationFileContent } from './file-texts.js';
import { translationStatus } from './translation-status.js';
import { readXliff, writeXliff } from './xliff.js';

export const translationFormats = ['csv', 'xliff'] as const;

export type TranslationFormat = (typeof translationFormats)[number];

/** The maximum length of a file in UTF-16 code units. */
export const maxTranslationFile = 1_000_000;

/** A file for translators. */
interface WrittenFile {
  readonly filename: string;
  readonly content: string;
}

/** Returns a file with all texts of an ask and their translations into a language. */
export function writeTranslationFile(
  format: TranslationFormat,
  ask: StoredAsk<unknown>,
  texts: readonly TextPlace[],
  language: string,
): WrittenFile {
  const { terms } = ask;
  const outdated = new Set(translationStatus(texts, terms, language).outdated);
  const content: TranslationFileContent = {
    id: wireIdOf(ask),
    from: terms.languages[0] ?? language,
    to: language,
    texts: texts.map(({ path, keys, text }) => ({
      path,
      source: text,
      translation: textAt(terms.translations[language], keys) ?? '',
      isOutdated: outdated.has(path),
    })),
  };
  const name = `${content.id}-${language}`;
  return format === 'csv'
    ? { filename: `${name}.csv`, content: writeCsv(content) }
    : { filename: `${name}.xlf`, content: writeXliff(content) };
}

const columns = ['path', 'source', 'translation'] as const;

function writeCsv({ texts }: TranslationFileContent): string {
  const rows = texts.map(({ path, source, translation }) => csvRow([path, source, translation]));
  return csvRow(columns) + rows.join('');
}

/** A translation in a file. */
export interface ReadTranslation {
  /** The whole translation into the language, with the texts that the file does not have. */
  readonly translation: TextTree;
  /** The texts that the translator has seen, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Reads a file for an ask. Adds a fault with line and column for everything that is wrong. An empty translation changes nothing.
 *
 * @param texts The texts of the ask.
 */
export function readTranslationFile(
  { format, content }: { readonly format: TranslationFormat; readonly content: string },
  { terms }: StoredAsk<unknown>,
  texts: readonly TextPlace[],
  language: string,
  faults: Faults,
): ReadTranslation {
  const from = terms.languages[0] ?? language;
  const entries = format === 'csv' ? readCsv(content, faults) : readXliff(content, { from, to: language }, faults);
  const places = new Map(texts.map((place) => [place.path, place]));
  const read = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const { path, source, translation, line, column } of entries) {
    const place = places.get(path);
    const text = translation.replaceAll('\r\n', '\n').trim();
    if (!place) faults.add('content', fault('unknown_text', { line, column, text: path.slice(0, 200) }));
    else if (sources.has(path)) faults.add('content', fault('repeated_text', { line, column, text: path }));
    else if (!isStorable(text)) faults.add('content', fault('invalid_translation', { line, column }));
    else if (countCodePoints(text) > place.maxLength)
      faults.add('content', fault('translation_too_long', { line, column, max: place.maxLength }));
    if (!place || text === '') continue;
    read.set(path, text);
    sources.set(path, isSameText(source, place.text) ? place.text : source);
  }
  const known = texts.flatMap(({ path, keys }): [readonly string[], string][] => {
    const text = read.get(path) ?? textAt(terms.translations[language], keys);
    return text === undefined ? [] : [[keys, text]];
  });
  return { translation: toTextTree(known), sources };
}

/** Spreadsheets change line breaks. */
function isSameText(a: string, b: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim();
  return plain(a) === plain(b);
}

function readCsv(content: string, faults: Faults): FileEntry[] {
  try {
    const [head = [], ...rows] = parseCsv(content);
    const names = head.map(({ text }) => text.trim().toLowerCase());
    const [path, source, translation] = columns.map((name) => names.indexOf(name));
    if (
      path === undefined ||
      source === undefined ||
      translation === undefined ||
      Math.min(path, source, translation) < 0
    ) {
      faults.add('content', fault('missing_columns'));
      return [];
    }
    return rows.map((cells) => {
      const textOf = (index: number) => withoutApostrophes(cells[index]?.text ?? '');
      const { line = 1, column = 1 } = cells[translation] ?? cells[0] ?? {};
      return { path: textOf(path), source: textOf(source), translation: textOf(translation), line, column };
    });
  } catch (error) {
    if (!(error instanceof UnclosedQuote)) throw error;
    faults.add('content', fault('unclosed_quote', { line: error.line, column: error.column }));
    return [];
  }
}
