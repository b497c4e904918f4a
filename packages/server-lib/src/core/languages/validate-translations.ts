import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../../base/crypto/hash.js';
import type { Faults } from '../../base/faults/faults.js';
import { isObject } from '../../base/validation/objects.js';
import { countCodePoints } from '../../base/validation/text.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { keepTexts, type TextPlace, textAt, toTextTree } from '../../shared/translations/text-shape.js';
import type { Terms } from '../asks/stored-ask.js';

/** The terms with translations. */
export type Translations = Pick<Terms, 'languages' | 'translations' | 'sources'>;

/** The texts of the first language from which a file was translated, by path. */
export interface TranslatedFrom {
  readonly language: string;
  readonly sources: ReadonlyMap<string, string>;
}

/** What the hashes of source texts depend on. */
export interface TranslationContext {
  /** The terms when an ask is updated. A translation that stays the same keeps the hash of the text that it was made from. */
  readonly before: Translations | undefined;
  readonly translatedFrom: TranslatedFrom | undefined;
}

export const noTranslations: Translations = { languages: [], translations: {}, sources: {} };

/**
 * Validates the languages and translations of a draft. A translation must belong to a language and a text of the definition, unless it was
 * there before: it is dropped when its language, item or text is removed. A language with a translation cannot become the first language
 * while the draft has its translation.
 *
 * @param findTexts Returns the texts of the definition.
 */
export function validateTranslations(
  { languages = [], translations: drafts = {} }: Pick<AskDraft, 'languages' | 'translations'>,
  findTexts: () => readonly TextPlace[],
  { before, translatedFrom }: TranslationContext,
  faults: Faults,
): Translations {
  checkLanguages(languages, faults);
  const places = Object.keys(drafts).length === 0 ? [] : findTexts();
  const source = toTextTree(places.map(({ keys, text }) => [keys, text]));
  const paths = new Set(places.map(({ path }) => path));
  const translations: Record<string, (typeof drafts)[string]> = {};
  const sources: Record<string, Record<string, string>> = {};
  for (const [language, draft] of Object.entries(drafts)) {
    const earlier = ownMember(before?.translations, language);
    const path = `translations.${language}`;
    if (language === languages[0] && isTranslatedInto(language, before)) {
      // The texts are still in another language. Dropping the translation would lose work.
      faults.add('languages.0', fault('first_language_translated', { language }));
      continue;
    }
    if (!languages.includes(language, 1)) {
      if (!isDeepStrictEqual(draft, earlier)) faults.add(path, fault('unknown_language'));
      continue;
    }
    reportUnknown(draft, source, earlier, path, faults);
    const hashes: Record<string, string> = {};
    for (const place of places) {
      const text = textAt(draft, place.keys);
      if (text === undefined) continue;
      if (countCodePoints(text) > place.maxLength)
        faults.add(`${path}.${place.path}`, fault('too_long', { max: place.maxLength }));
      const isSame = text === textAt(earlier, place.keys);
      const seen = translatedFrom?.language === language ? translatedFrom.sources.get(place.path) : undefined;
      const known = isSame ? ownMember(ownMember(before?.sources, language), place.path) : undefined;
      hashes[place.path] = seen === undefined && typeof known === 'string' ? known : sourceHash(seen ?? place.text);
    }
    translations[language] = keepTexts(draft, (keys) => paths.has(keys.join('.')));
    sources[language] = hashes;
  }
  return { languages: [...languages], translations, sources };
}

/** Returns a short hash of a text. It shows whether the text has changed since it was translated. */
export function sourceHash(text: string): string {
  return sha256(text).toString('base64url').slice(0, 8);
}

/** Returns whether a language is one of the other languages of an ask, with at least one text. */
function isTranslatedInto(language: string, before: Translations | undefined): boolean {
  if (!before?.languages.includes(language, 1)) return false;
  return Object.keys(ownMember(before.translations, language) ?? {}).length > 0;
}

function checkLanguages(languages: readonly string[], faults: Faults): void {
  const taken = new Set<string>();
  languages.forEach((language, at) => {
    const [canonical = language] = Intl.getCanonicalLocales(language);
    if (taken.has(canonical)) faults.add(`languages.${at}`, fault('repeated_language', { language }));
    taken.add(canonical);
  });
}

/** Adds a fault for each part of a translation without a text in the definition. */
function reportUnknown(draft: object, source: unknown, earlier: unknown, path: string, faults: Faults): void {
  for (const [name, part] of Object.entries(draft)) {
    if (part === undefined || part === '') continue;
    const own = ownMember(source, name);
    const before = ownMember(earlier, name);
    if (isObject(part) && isObject(own)) reportUnknown(part, own, before, `${path}.${name}`, faults);
    else if (own === undefined && !isDeepStrictEqual(part, before))
      faults.add(`${path}.${name}`, fault('nothing_to_translate'));
  }
}

function ownMember(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
