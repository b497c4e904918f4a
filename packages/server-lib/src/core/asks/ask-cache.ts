import { LRUCache } from 'lru-cache';
import type { Micros } from '../../base/clock.js';
import { withTexts } from '../../shared/translations/text-shape.js';
import { chooseLanguage } from '../languages/choose-language.js';
import { noTranslations } from '../languages/validate-translations.js';
import type { AskRow } from './ask-queries.js';
import { maxCachedAsks, maxCachedDefinitionCharacters } from './limits.js';
import type { Definition, StoredAsk } from './stored-ask.js';

/**
 * Creates the parser of the asks of one kind. It caches parsed asks.
 *
 * @param upgrade Adds the members that definitions of earlier versions do not have.
 */
export function createAskCache<Own>(upgrade: (own: Own) => Own = (own) => own) {
  const cache = new LRUCache<string, StoredAsk<Own>>({ max: maxCachedAsks, maxSize: maxCachedDefinitionCharacters });

  /** The asks in other languages, each as long as its original is in use. */
  const translated = new WeakMap<StoredAsk<Own>, Map<string, StoredAsk<Own>>>();

  return {
    /** Returns the ask of a row, parsed at most once for each version. */
    parse(row: AskRow): StoredAsk<Own> {
      const cached = cache.get(row.id);
      if (cached && isSameVersion(cached, row)) return cached;
      const ask = parseAsk(row, upgrade);
      cache.set(row.id, ask, { size: ask.size });
      return ask;
    },

    /**
     * Returns an ask in the language that fits a visitor best, with texts of the first language where there is no translation. Answers,
     * IDs and settings are the same in all languages. An ask without languages is returned unchanged.
     *
     * @param wanted Language tags, the preferred ones first.
     */
    inLanguage(ask: StoredAsk<Own>, wanted: readonly string[]): StoredAsk<Own> {
      const original = ask.translated?.original ?? ask;
      const language = chooseLanguage(original.terms.languages, wanted);
      if (language === undefined) return original;
      const known = translated.get(original) ?? new Map<string, StoredAsk<Own>>();
      translated.set(original, known);
      const found = known.get(language) ?? translate(original, language);
      known.set(language, found);
      return found;
    },

    /** Returns the cached ask. It may have been changed or deleted since, also by another process. */
    cached: (id: string): StoredAsk<Own> | undefined => cache.get(id),
  };
}

/**
 * Returns whether a parsed ask belongs to a row. Comparing ID and version is not enough: an ask that was deleted and imported again
 * has the same ID, and a restored database repeats versions.
 */
export function isSameVersion(
  { seq, version, updatedAt }: Pick<StoredAsk<unknown>, 'seq' | 'version' | 'updatedAt'>,
  row: { readonly seq: number; readonly version: number; readonly updated_at: Micros },
): boolean {
  return seq === row.seq && version === row.version && updatedAt === row.updated_at;
}

function translate<Own>(original: StoredAsk<Own>, language: string): StoredAsk<Own> {
  const { title, terms, own } = original;
  const translation = terms.translations[language] ?? {};
  return {
    ...original,
    title: translation.title ?? title,
    terms: { ...withTexts(terms, translation), locale: language },
    own: withTexts({ own }, { own: translation }).own,
    translated: { original, translation },
  };
}

/** Returns the ask of a row. Its definition is parsed each time. */
export function parseAsk<Own>(row: AskRow, upgrade: (own: Own) => Own = (own) => own): StoredAsk<Own> {
  const { terms, own }: Definition<Own> = JSON.parse(row.definition);
  const { languages, translations, sources, ...rest } = { ...noTranslations, ...terms };
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    account: row.account_id,
    site: row.site_id,
    status: row.status,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    keepDays: row.keep_days,
    title: row.title,
    // Definitions of earlier versions do not have all members.
    terms: {
      ...rest,
      anonymous: terms.anonymous ?? true,
      design: terms.design ?? null,
      words: terms.words ?? null,
      languages,
      translations,
      sources,
    },
    own: upgrade(own),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    size: row.definition.length,
  };
}
