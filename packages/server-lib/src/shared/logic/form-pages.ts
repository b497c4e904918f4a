/* Divides a form into pages. The server and the widget share this file, so that they always agree. */

/** Types of fields that show no input. They do not form a separate step. */
const attached = /^(heading|image|video|page|hidden)$/;

/** Whether a field shows an input. */
export function hasInput({ type }: { readonly type: string }): boolean {
  return !attached.test(type);
}

/**
 * Returns the page of each visible field, counted from 0.
 *
 * With `isSteps`, each page has one field, below the headings before it. Fields without an input after the last field
 * are on the page of that field. Otherwise, a `page` field starts a page, unless nothing is shown before it.
 */
export function pagesOf<Field extends { readonly type: string }>(
  visible: readonly Field[],
  isSteps: boolean,
): Map<Field, number> {
  const lastStep = Math.max(0, visible.filter(hasInput).length - 1);
  const pages = new Map<Field, number>();
  let page = 0;
  let hasContent = false;
  for (const field of visible) {
    if (!isSteps && field.type === 'page' && hasContent) page++;
    hasContent ||= field.type !== 'hidden';
    pages.set(field, isSteps ? Math.min(page, lastStep) : page);
    if (isSteps && hasInput(field)) page++;
  }
  return pages;
}
