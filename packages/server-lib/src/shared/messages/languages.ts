/** The languages with texts besides English, which is the key of each text. Formal German says "Sie". */
export const translatedLanguages = [
  'ar',
  'de',
  'de-formal',
  'es',
  'fr',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'tr',
  'zh',
] as const;

/** The names of the languages that pages and the widget have texts in. */
export const languages: readonly string[] = ['en', ...translatedLanguages];
