/** Scrolls the chosen row of the outline into view, if the outline scrolls by itself. */
export function showCurrentRow(): void {
  const row = document.querySelector('.outline [aria-current]');
  const list = row?.closest('nav');
  if (list && list.scrollHeight > list.clientHeight) row?.scrollIntoView({ block: 'nearest' });
}
