import { h, setAttribute } from '../ui/dom.js';

/**
 * Lets visitors answer a question by keys while it has the focus: letters choose options, digits choose values, and Enter with
 * Ctrl or ⌘ with Enter leads from a long text to the next question. From other inputs, Enter alone does.
 */
export function addKeys(element: HTMLElement): void {
  const choices = new Map<string, HTMLElement>();
  // Except the choices in the rows of a matrix.
  for (const input of element.querySelectorAll<HTMLElement>(':scope > .options .option :is(input, .grip)')) {
    const value = input.closest('.inline') && input.getAttribute('value');
    // "a" and the following letters, then "10", "11" and so on.
    const key = value ?? (choices.size + 10).toString(36);
    choices.set(key, input);
    setAttribute(input, 'aria-keyshortcuts', !key[1] && key);
    if (!value) input.before(h('kbd', { 'aria-hidden': true }, key));
  }

  let typed = '';
  element.addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, altKey } = event;
    const hasModifier = ctrlKey || metaKey;
    if (hasModifier && key === 'Enter') element.closest('form')?.requestSubmit();
    if (hasModifier || altKey || element.querySelector('.input:focus')) return;
    // In other scripts, the position of the key counts.
    const name = (key > '~' ? code.slice(-1) : key).toLowerCase();
    // 1 and then 0 is 10, if there is such a value.
    typed = choices.has(typed + name) ? typed + name : name;
    const choice = choices.get(typed);
    if (!choice || choice.closest('[hidden]')) return;
    event.preventDefault();
    choice.focus();
    choice.click();
  });
}
