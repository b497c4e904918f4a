/** The maximum length of an excerpt. */
const maxExcerptLength = 100;

/**
 * Describes how a text differs from the expected one: the words from the first difference to the last, with one word before and
 * after them. Undefined if only white space differs.
 */
export function schemaDiff(is: string, shouldBe: string): string | undefined {
  const there = wordsOf(is);
  const made = wordsOf(shouldBe);
  const shorter = Math.min(there.length, made.length);
  let start = 0;
  while (start < shorter && there[start] === made[start]) start++;
  if (start === there.length && start === made.length) return undefined;
  let end = 0;
  while (end < shorter - start && there.at(-1 - end) === made.at(-1 - end)) end++;
  return `it has "${excerpt(there, start, end)}" instead of "${excerpt(made, start, end)}"`;
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}

function excerpt(words: readonly string[], start: number, end: number): string {
  const text = words.slice(Math.max(0, start - 1), words.length - Math.max(0, end - 1)).join(' ');
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength)}…` : text;
}
