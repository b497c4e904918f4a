/** The number of languages of an `Accept-Language` header that are read. */
const mostAccepted = 20;

/** Returns the languages of an `Accept-Language` header, the preferred ones first. */
export function acceptedLanguages(header: string | undefined): readonly string[] {
  const accepted = (header ?? '').split(',', mostAccepted).flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => /^q\s*=/i.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(quality.indexOf('=') + 1));
    return tag === '' || tag === '*' || !(weight > 0) ? [] : [{ tag, weight }];
  });
  return accepted.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

/**
 * Returns the language that fits best: the first wanted one that is offered. `de-AT` is also served by `de` and by `de-CH`.
 *
 * @param offered The first one is the default.
 */
export function chooseLanguage(offered: readonly string[], wanted: readonly string[]): string | undefined {
  for (const tag of wanted) {
    const parts = tag.toLowerCase().split('-');
    for (let length = parts.length; length > 0; length--) {
      const range = parts.slice(0, length).join('-');
      const found = offered.find((language) => language.toLowerCase() === range);
      if (found !== undefined) return found;
    }
    const related = offered.find((language) => language.toLowerCase().split('-')[0] === parts[0]);
    if (related !== undefined) return related;
  }
  return offered[0];
}
