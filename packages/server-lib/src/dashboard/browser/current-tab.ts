/** Scrolls the current tab into view, where the row of tabs is wider than the screen. */
export function showCurrentTab(): void {
  document.querySelector(':is(.tabs, .subnav) [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
