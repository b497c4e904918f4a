/** Closes confirmations on Escape and on a click outside. */
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
}
