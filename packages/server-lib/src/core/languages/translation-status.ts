import type { JsonObject } from '../../base/validation/json-value.js';
import type { TranslationStatus } from '../../shared/contract/resources.js';
import { findTexts, type TextPlace, type TextShape, textAt } from '../../shared/translations/text-shape.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { toSharedDraft } from '../asks/validate-definition.js';
import type { KindDefinition } from '../kind-definition.js';
import { sourceHash } from './validate-translations.js';

type TranslatedKind<Own> = Pick<KindDefinition<never, Own, never>, 'textShape'> & {
  toDraft(own: Own, shared: ReturnType<typeof toSharedDraft>): object;
};

/** Returns the texts of an ask that visitors see, in the first language. */
export function textsOf<Own>(kind: TranslatedKind<Own>, ask: StoredAsk<Own>): readonly TextPlace[] {
  return findTexts(kind.textShape, kind.toDraft(ask.own, toSharedDraft(ask)));
}

/**
 * Returns the paths of the translations in a draft that are the same as in the ask, but whose source text has changed since, by language.
 *
 * @param draft May be incomplete.
 */
export function outdatedTexts(
  shape: TextShape,
  draft: JsonObject,
  { translations, sources }: StoredAsk<unknown>['terms'],
): Record<string, string[]> {
  const texts = Object.keys(sources).length === 0 ? [] : findTexts(shape, draft);
  return Object.fromEntries(
    Object.entries(sources).map(([language, hashes]) => {
      const known = new Map(Object.entries(hashes));
      const outdated = texts.filter(({ path, keys, text }) => {
        const translation = textAt(translations[language], keys);
        const isSame = translation !== undefined && translation === textAt(draft['translations'], [language, ...keys]);
        return isSame && known.get(path) !== sourceHash(text);
      });
      return [language, outdated.map(({ path }) => path)];
    }),
  );
}

/** Returns how complete the translation of an ask into a language is. */
export function translationStatus(
  texts: readonly TextPlace[],
  { translations, sources }: StoredAsk<unknown>['terms'],
  language: string,
): TranslationStatus {
  const translated = texts.filter(({ keys }) => textAt(translations[language], keys) !== undefined);
  const hashes = new Map(Object.entries(sources[language] ?? {}));
  const outdated = translated.filter(({ path, text }) => hashes.get(path) !== sourceHash(text));
  return {
    language,
    translated: translated.length,
    missing: texts.length - translated.length,
    outdated: outdated.map(({ path }) => path),
  };
}
