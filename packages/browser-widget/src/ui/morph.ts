import { setAttribute } from './dom.js';

/**
 * Updates a tree to equal another, and keeps its nodes where possible. Bars are then animated, and screen readers keep their
 * position.
 */
export function morph(now: ChildNode, next: ChildNode): void {
  const isAlike =
    now instanceof HTMLElement &&
    next instanceof HTMLElement &&
    now.tagName === next.tagName &&
    now.childNodes.length === next.childNodes.length;
  if (!isAlike) {
    now.replaceWith(next);
    return;
  }
  now.style.cssText = next.style.cssText;
  for (const name of ['class', 'part']) setAttribute(now, name, next.getAttribute(name));
  for (const [at, child] of [...next.childNodes].entries()) {
    const before = now.childNodes[at];
    if (before) morph(before, child);
  }
}
