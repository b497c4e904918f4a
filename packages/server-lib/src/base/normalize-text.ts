/** Trims a text and collapses whitespace. */
export function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

/** Normalizes a text for comparison. Keeps its case. */
export function normalizeText(text: string): string {
  return collapseSpaces(text.normalize('NFKC'));
}

/** Normalizes a text for comparison without its case. */
export function foldText(text: string): string {
  return foldCase(normalizeText(text)).normalize('NFKC');
}

/**
 * Converts to upper case on the way, so that ß equals ss and both lower-case sigmas are equal. Starts with lower case
 * because of the capital ß.
 */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
