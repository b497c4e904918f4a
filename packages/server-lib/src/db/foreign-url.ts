/** The scheme of a URL. A single letter is a drive of Windows. */
const scheme = /^([a-z][a-z0-9+.-]+):/i;

/**
 * Explains that a text is the URL of a database that Askwell does not support, such as the database of the app. Returns
 * undefined for paths, `:memory:` and `postgres://` URLs. Repeats at most the scheme, because a URL may contain a
 * password.
 */
export function explainForeignUrl(text: string): string | undefined {
  const found = scheme.exec(text)?.[1]?.toLowerCase();
  if (found === undefined || /^postgres(ql)?:\/\//.test(text)) return undefined;
  const remedy =
    found === 'file'
      ? 'Write the path without "file:", and give Askwell a file of its own, such as askwell.db'
      : 'Give Askwell a database of its own, such as the file askwell.db';
  return `expected the path of a SQLite file or a postgres:// URL, not a ${found}: URL. ${remedy}.`;
}
