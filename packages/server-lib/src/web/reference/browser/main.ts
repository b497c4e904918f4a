// Sends requests from the reference. Everything else on the page works without JavaScript.
import { createRequestForm } from './request-form.js';

const key = document.querySelector<HTMLInputElement>('#key');
const base = document.querySelector<HTMLElement>('main')?.dataset['base'] ?? '';

/** Opens the entry that the URL names. Not all browsers open it themselves. */
function openEntry(): void {
  const target = document.getElementById(location.hash.slice(1));
  const entry = target?.closest('details');
  if (!target || !entry) return;
  entry.open = true;
  target.scrollIntoView();
}

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
openEntry();
