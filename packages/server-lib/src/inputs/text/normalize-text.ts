/** Spaces at the ends gone, runs of them one: how text is kept and compared. */
export function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

/** Text that people mean to be the same, but for its case. */
export function normalizeText(text: string): string {
  return collapseSpaces(text.normalize('NFKC'));
}

/** Text that people mean to be the same is the same. */
export function foldText(text: string): string {
  return foldCase(normalizeText(text)).normalize('NFKC');
}

/** By way of capitals, in which ß is SS and both small sigmas are one; and before that small, for the capital ß. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
