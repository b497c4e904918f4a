/** What asks before it deletes closes by Escape, and when attention goes elsewhere. */
export function closeDisclosures(): void {
  const open = (): NodeListOf<HTMLDetailsElement> => document.querySelectorAll('details.confirm[open]');

  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const details of open()) {
      details.open = false;
      details.querySelector('summary')?.focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const details of open()) {
      if (target instanceof Node && !details.contains(target)) details.open = false;
    }
  });
}
