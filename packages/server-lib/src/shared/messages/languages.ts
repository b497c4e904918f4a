/**
 * The languages with texts besides English, which is the key of each text. A variant such as `de-formal` has the texts that differ
 * from its language because they address visitors in the other way: with "Sie" instead of "du".
 */
export const translatedLanguages = [
  'ar',
  'cs',
  'da',
  'de',
  'de-formal',
  'el',
  'es',
  'es-formal',
  'fi',
  'fr',
  'fr-informal',
  'he',
  'hu',
  'it',
  'ja',
  'ko',
  'nb',
  'nl',
  'nl-formal',
  'pl',
  'pt',
  'pt-formal',
  'ro',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
] as const;

/** The names of the languages and variants that pages and the widget have texts in. */
export const languages: readonly string[] = ['en', ...translatedLanguages];

/** The name of a variant of a language. */
export type LanguageVariant = Extract<(typeof translatedLanguages)[number], `${string}-${string}`>;
