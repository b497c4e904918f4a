/** Scrolls the current tab into view, where the row of tabs is wider than the screen. */
export function showCurrentTab(): void {
  document.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
