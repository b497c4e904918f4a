import { LRUCache } from 'lru-cache';

/** The maximum length of a language tag. */
const maxLength = 35;

/**
 * The first language of an `Accept-Language` header. Browsers sort them by preference, so weights do not matter. `*`, which
 * HTTP clients send, is not a language.
 */
const firstLanguage = /^\s*([a-z\d-]+)\s*(?:[,;]|$)/i;

/**
 * Returns the language in which a visitor was asked: the first one of `Accept-Language`. The widget and hosted pages send the
 * language in which they are shown. Null if it is unknown.
 */
export function readLanguage(accepted: string | undefined): string | null {
  const [, tag] = firstLanguage.exec(accepted ?? '') ?? [];
  return tag === undefined ? null : normalizeLanguage(tag);
}

/** Returns the language, script and region of a language tag in their standard form. Null if the tag is invalid. */
export function normalizeLanguage(tag: string): string | null {
  if (tag.length > maxLength) return null;
  let known = normalized.get(tag);
  if (known === undefined) {
    known = parseTag(tag);
    normalized.set(tag, known);
  }
  return known || null;
}

/** The standard forms of tags, empty for invalid ones. Parsing a tag takes a large part of the time of a vote. */
const normalized = new LRUCache<string, string>({ max: 500 });

function parseTag(tag: string): string {
  try {
    const { language, script, region } = new Intl.Locale(tag);
    const isShort = /^[a-z]{2,3}$/.test(language) && language !== 'und';
    return isShort ? [language, script, region].filter((part) => part !== undefined).join('-') : '';
  } catch {
    return '';
  }
}
