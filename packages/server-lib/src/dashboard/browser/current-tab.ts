/** Scrolls the current tab into view, where the row of tabs is wider than the screen, and then each tab that gets the focus. */
export function showCurrentTab(): void {
  document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  // Browsers leave a tab that is partly in view where it is.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches('.tabs a'))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
