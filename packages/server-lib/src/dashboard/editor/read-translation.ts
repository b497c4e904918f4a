import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { findTexts, textAt, toTextTree } from '../../shared/translations/text-shape.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import type { DefinitionPart } from './definition-parts.js';
import { objectOf, textOf } from './render-member.js';
import { textShapes } from './text-shapes.js';

/** The fields with a new language, and with the language of the texts if there were no languages. They count when a button is pressed. */
export const newLanguageField = 'languages.pasted';
export const firstLanguageField = 'first.pasted';

/** The maximum number of texts on one page. Longer definitions are translated in files. */
export const mostShownTexts = 500;

/** Returns the languages of a draft. */
export function languagesOf({ languages }: JsonObject): readonly string[] {
  return Array.isArray(languages) ? languages.filter((tag: JsonValue) => typeof tag === 'string') : [];
}

/** Returns the part with a translation. Undefined if the draft does not have the language. */
export function translationPart(draft: JsonObject, language: string | undefined): DefinitionPart | undefined {
  const isKnown = language === undefined || languagesOf(draft).includes(language, 1);
  return isKnown ? { members: [], prefix: '', language: language ?? '' } : undefined;
}

/** Returns the name of the field with the translation of a text. */
export function translationField(language: string, path: string): string {
  return `translations.${language}.${path}`;
}

/** Returns a draft with the translations of a form, and with the language that the form adds. */
export function readTranslation(kind: AskKind, draft: JsonObject, language: string, form: SubmittedForm): JsonObject {
  return withNewLanguage(withTranslations(kind, draft, language, form), form);
}

/**
 * Returns a draft with other translations into a language.
 *
 * @param textFor Returns the new translation of the text at a path. Undefined: it stays.
 */
export function withTranslation(
  kind: AskKind,
  draft: JsonObject,
  language: string,
  textFor: (path: string) => string | undefined,
): JsonObject {
  const translations = objectOf(draft['translations']);
  const before = translations[language];
  const texts = findTexts(textShapes[kind], draft).flatMap(({ path, keys }): [readonly string[], string][] => {
    const text = textFor(path) ?? textAt(before, keys);
    return text === undefined || text.trim() === '' ? [] : [[keys, text]];
  });
  const tree: JsonObject = JSON.parse(JSON.stringify(toTextTree(texts)));
  if (texts.length === 0 && before === undefined) return draft;
  return { ...draft, translations: { ...translations, [language]: tree } };
}

function withTranslations(kind: AskKind, draft: JsonObject, language: string, form: SubmittedForm): JsonObject {
  if (language === '') return draft;
  // Forms send line breaks as CR LF.
  return withTranslation(kind, draft, language, (path) =>
    allValuesOf(form, translationField(language, path))[0]?.replaceAll('\r\n', '\n'),
  );
}

function withNewLanguage(draft: JsonObject, form: SubmittedForm): JsonObject {
  const [added = ''] = allValuesOf(form, newLanguageField);
  const languages = languagesOf(draft);
  if (added === '' || languages.includes(added)) return draft;
  if (languages.length > 0) return { ...draft, languages: [...languages, added] };
  const first = allValuesOf(form, firstLanguageField)[0] || textOf(draft['locale']) || 'en';
  return first === added ? draft : { ...draft, languages: [first, added] };
}

/** Returns a draft without a language and its translation. A single language is none. */
export function withoutLanguage(draft: JsonObject, index: number): JsonObject {
  const languages = languagesOf(draft);
  const removed = languages[index];
  if (removed === undefined || index === 0) return draft;
  const remaining = languages.toSpliced(index, 1);
  const translations = isJsonObject(draft['translations']) ? draft['translations'] : {};
  const kept = Object.fromEntries(Object.entries(translations).filter(([language]) => language !== removed));
  return { ...draft, languages: remaining.length > 1 ? remaining : [], translations: kept };
}
