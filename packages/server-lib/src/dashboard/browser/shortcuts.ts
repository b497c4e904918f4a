import { isTyping } from './palette.js';

/** Shows the keyboard shortcuts in a dialog with `?`. The guide has them too. */
export function enableShortcuts(): void {
  const guide = document.querySelector<HTMLAnchorElement>('.top a[href$="/dashboard/guide"]');
  if (!guide) return;
  document.addEventListener('keydown', async (event) => {
    if (event.key !== '?' || isTyping(event)) return;
    event.preventDefault();
    try {
      const reply = await fetch(guide.href);
      const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
      const section = page.getElementById('shortcuts');
      if (section) openDialog(section);
      else location.href = guide.href;
    } catch {
      // The next key press tries again.
    }
  });
}

function openDialog(section: HTMLElement): void {
  if (document.querySelector('dialog.palette')) return;
  const dialog = document.createElement('dialog');
  dialog.className = 'palette';
  dialog.setAttribute('aria-labelledby', 'shortcuts-title');
  const close = document.createElement('button');
  Object.assign(close, { type: 'button', className: 'button small', textContent: 'Close' });
  close.addEventListener('click', () => dialog.close());
  dialog.append(...document.adoptNode(section).childNodes, close);
  dialog.querySelector('h2')?.setAttribute('id', 'shortcuts-title');
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
