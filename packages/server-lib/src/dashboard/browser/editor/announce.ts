/** Says something to screen readers. The element stays when the content of the page is replaced. */
export function announce(text: string): void {
  const existing = document.querySelector('[data-announcer]');
  const region = existing ?? document.createElement('p');
  if (!existing) {
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    region.setAttribute('data-announcer', '');
    document.body.append(region);
  }
  region.textContent = text;
}
