import { type EditorRoot, rootOf } from './editor-host.js';

/** Marks the fields with faults, and shows the messages. */
export function showFaults(
  root: EditorRoot,
  issues: readonly { readonly path: string; readonly message: string }[],
): void {
  for (const control of root.querySelectorAll<HTMLElement>('form[data-autosave] .field [name]')) {
    const messages = issues.filter(({ path }) => path === control.getAttribute('name')).map(({ message }) => message);
    mark(control, messages.join(' '));
  }
}

function mark(control: HTMLElement, text: string): void {
  const id = `${control.id}-fault`;
  const fault = rootOf(control).getElementById(id);
  const others = (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((other) => other !== id && other !== '');
  const described = text === '' ? others : [id, ...others];
  if (described.length > 0) control.setAttribute('aria-describedby', described.join(' '));
  else control.removeAttribute('aria-describedby');
  control.toggleAttribute('aria-invalid', text !== '');
  if (text === '') {
    fault?.remove();
    return;
  }
  control.setAttribute('aria-invalid', 'true');
  const message = document.createElement('span');
  message.textContent = text;
  if (fault) {
    fault.replaceChildren(message);
    return;
  }
  const added = document.createElement('p');
  added.className = 'fault';
  added.id = id;
  added.append(message);
  control.closest('.field')?.append(added);
}
