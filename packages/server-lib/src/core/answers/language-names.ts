const names = new Intl.DisplayNames('en', { type: 'language' });

/** Returns the English name of a language: `pt-BR` is "Brazilian Portuguese". */
export function languageName(tag: string): string {
  return names.of(tag) ?? tag;
}

/** Sorts languages by their names. */
export function sortLanguages(tags: Iterable<string>): string[] {
  return [...new Set(tags)].sort((a, b) => languageName(a).localeCompare(languageName(b), 'en'));
}
