/** Spaces at the ends gone, runs of them one: how text is kept and compared. */
export function collapse(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

/** Text that people mean to be the same is the same. */
export function fold(text: string): string {
  return collapse(text.normalize('NFKC')).toLowerCase();
}
