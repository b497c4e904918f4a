import type { EditorHost } from './editor-host.js';

/** Says something to screen readers. The element stays when the content of the page is replaced. */
export function announce({ body }: Pick<EditorHost, 'body'>, text: string): void {
  const existing = body.querySelector('[data-announcer]');
  const region = existing ?? document.createElement('p');
  if (!existing) {
    region.className = 'unseen';
    region.setAttribute('role', 'status');
    region.setAttribute('data-announcer', '');
    body.append(region);
  }
  region.textContent = text;
}
