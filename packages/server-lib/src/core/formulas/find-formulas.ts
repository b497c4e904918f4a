import type { RichText } from '../../shared/presentation/rich-text.js';

/** The maximum number of formulas in a response. Others are shown as TeX. */
export const mostFormulas = 500;

/** Returns the formulas in texts. */
export function formulasIn(texts: readonly RichText[], found: Set<string> = new Set()): Set<string> {
  for (const text of texts) {
    for (const node of text) {
      if (typeof node === 'string') continue;
      if (node.formula === undefined) formulasIn([node.content], found);
      else found.add(node.formula);
    }
  }
  return found;
}
