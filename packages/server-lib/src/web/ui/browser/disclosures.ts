/** Closes what floats over the page, such as menus and confirmations, on Escape and on a click outside. Menus open where there is room. */
export function closeDisclosures(): void {
  const findOpen = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll('details.confirm[open]');

  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const details of findOpen()) {
      details.open = false;
      details.querySelector('summary')?.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const details of findOpen()) {
      if (target instanceof Node && !details.contains(target)) details.open = false;
    }
  });
  // The event does not bubble.
  document.addEventListener('toggle', ({ target }) => target instanceof HTMLDetailsElement && place(target), true);
}

/** Opens a menu upwards if it would end below the window, or below the part of the page that scrolls around it. */
function place(details: HTMLDetailsElement): void {
  const menu = details.querySelector<HTMLElement>(':scope > .menu-list');
  if (!menu) return;
  details.classList.remove('upwards');
  if (!details.open) return;
  const { top, bottom } = details.getBoundingClientRect();
  const around = scrollerOf(details)?.getBoundingClientRect();
  const above = top - Math.max(0, around?.top ?? 0);
  const below = Math.min(innerHeight, around?.bottom ?? innerHeight) - bottom;
  details.classList.toggle('upwards', menu.offsetHeight > below && above > below);
}

function scrollerOf(element: Element): Element | null {
  const parent = element.parentElement;
  if (!parent || parent === document.body) return null;
  return /auto|scroll|hidden/.test(getComputedStyle(parent).overflowY) ? parent : scrollerOf(parent);
}
