/** The height of the zones at the top and bottom of the scrolling area that scroll, in pixels. */
const zone = 72;
/** The fastest scrolling, in pixels per frame. */
const fastest = 16;

/** Returns what scrolls a list: the outline around it, or the page. */
export function scrollerOf(list: Element): Element {
  const outline = list.closest('nav');
  return outline && getComputedStyle(outline).overflowY === 'auto' ? outline : document.documentElement;
}

/**
 * Scrolls while a pointer is near the top or bottom of the scrolling area, as far as a list goes.
 *
 * @param list The list that the pointer is over.
 * @param pointerY Returns where the pointer is.
 * @param onScroll Called after each step.
 * @returns A function that ends it.
 */
export function scrollNearEdges(list: Element, pointerY: () => number, onScroll: () => void): () => void {
  const scroller = scrollerOf(list);
  let frame = requestAnimationFrame(step);

  function step(): void {
    const before = scroller.scrollTop;
    const distance = distanceFor(pointerY(), list.getBoundingClientRect(), areaOf(scroller));
    if (distance !== 0) scroller.scrollBy({ top: distance, behavior: 'instant' });
    if (scroller.scrollTop !== before) onScroll();
    frame = requestAnimationFrame(step);
  }

  return () => cancelAnimationFrame(frame);
}

/** Returns the visible part of what scrolls. */
function areaOf(scroller: Element): { top: number; bottom: number } {
  return scroller === document.documentElement ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
}

/** Returns how far to scroll: the nearer to the edge, the faster. */
function distanceFor(y: number, list: DOMRect, area: { top: number; bottom: number }): number {
  const [start, end] = [area.top + zone, area.bottom - zone];
  const above = list.top < start ? start - y : 0;
  const below = list.bottom > end ? y - end : 0;
  const depth = Math.min(zone, Math.max(above, below, 0));
  return Math.ceil((depth / zone) * fastest) * (above > 0 ? -1 : 1);
}
