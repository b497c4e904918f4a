// Sends requests from the reference. Everything else on the page works without JavaScript.
import { createRequestForm } from './request-form.js';

const key = document.querySelector<HTMLInputElement>('#key');
const base = document.querySelector<HTMLElement>('main')?.dataset['base'] ?? '';

/** Opens the entry that the URL names, and its group. Not all browsers open them themselves. */
function openEntry(): void {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest('details')) return;
  for (let entry = target.closest('details'); entry; entry = entry.parentElement?.closest('details') ?? null)
    entry.open = true;
  target.scrollIntoView();
}

// All operations would be dozens of screens on a phone.
if (matchMedia('(max-width: 619px)').matches)
  for (const group of document.querySelectorAll<HTMLDetailsElement>('.group')) group.open = false;

if (key?.parentElement) key.parentElement.hidden = false;
for (const operation of document.querySelectorAll<HTMLElement>('.operation')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = 'Send a request';
  button.addEventListener('click', () => {
    const form = createRequestForm(operation, base, () => key?.value ?? '');
    button.replaceWith(form);
    form.querySelector<HTMLElement>('input, textarea, button')?.focus();
  });
  operation.querySelector('.entry-body')?.append(button);
}
addEventListener('hashchange', openEntry);
// A link to the group that the URL names already opens the group too.
document.querySelector('.docs > nav')?.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement && event.target.hash === location.hash) openEntry();
});
openEntry();
