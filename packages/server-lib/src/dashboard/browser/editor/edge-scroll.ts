/** The height of the zones at the top and bottom of the window that scroll, in pixels. */
const zone = 72;
/** The fastest scrolling, in pixels per frame. */
const fastest = 16;

/**
 * Scrolls the page while a pointer is near the top or bottom of the window, as far as a list goes.
 *
 * @param list The list that the pointer is over.
 * @param pointerY Returns where the pointer is.
 * @param onScroll Called after each step.
 * @returns A function that ends it.
 */
export function scrollNearEdges(list: Element, pointerY: () => number, onScroll: () => void): () => void {
  let frame = requestAnimationFrame(step);

  function step(): void {
    const before = scrollY;
    const distance = distanceFor(pointerY(), list.getBoundingClientRect());
    if (distance !== 0) scrollBy({ top: distance, behavior: 'instant' });
    if (scrollY !== before) onScroll();
    frame = requestAnimationFrame(step);
  }

  return () => cancelAnimationFrame(frame);
}

/** Returns how far to scroll: the nearer to the edge, the faster. */
function distanceFor(y: number, { top, bottom }: DOMRect): number {
  const above = top < zone ? zone - y : 0;
  const below = bottom > innerHeight - zone ? y - (innerHeight - zone) : 0;
  const depth = Math.min(zone, Math.max(above, below, 0));
  return Math.ceil((depth / zone) * fastest) * (above > 0 ? -1 : 1);
}
