/** Browsers that cannot move an element without starting its animations again have no `moveBefore`. */
type List = Element & { moveBefore?: (element: Element, before: null) => void };

/** Moves bars into their order in `next`, so that each bar grows or shrinks from its current length. */
export function moveBars(now: Element, next: Element): void {
  const lists = next.querySelectorAll('.bars');
  now.querySelectorAll('.bars').forEach((list: List, index) => {
    const labels = [...(lists[index]?.children ?? [])].map(labelOf);
    const placeOf = (bar: Element) => labels.indexOf(labelOf(bar));
    for (const bar of [...list.children].sort((a, b) => placeOf(a) - placeOf(b))) list.moveBefore?.(bar, null);
  });
}

const labelOf = (bar: Element) => bar.querySelector('.text')?.textContent;
