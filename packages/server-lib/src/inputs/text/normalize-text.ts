/** Spaces at the ends gone, runs of them one: how text is kept and compared. */
export function collapse(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

/** Text that people mean to be the same, but for its case. */
export function unify(text: string): string {
  return collapse(text.normalize('NFKC'));
}

/** Text that people mean to be the same is the same. */
export function fold(text: string): string {
  return foldCase(unify(text)).normalize('NFKC');
}

/** By way of capitals, in which ß is SS and both small sigmas are one; and before that small, for the capital ß. */
function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase();
}
