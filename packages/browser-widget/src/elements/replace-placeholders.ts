import { placeholderAttributes } from '../attributes.js';
import { setAttribute } from '../ui/dom.js';

/**
 * Replaces `<div data-askwell="poll_…">` by elements, for sites that strip unknown tags. Sanitizers keep `data-` attributes,
 * so visitors may have written a placeholder: it sets nothing but what the elements document, and never the server.
 */
export function replacePlaceholders(): void {
  const replaceAll = () => {
    // The inputs of a form hide the members of the form that have their names.
    for (const placeholder of document.querySelectorAll('[data-askwell]:not(form)')) replacePlaceholder(placeholder);
  };
  replaceAll();
  new MutationObserver(replaceAll).observe(document, { childList: true, subtree: true });
}

/** Replaces a placeholder. `data-lang` becomes the attribute `lang`, and so on. The content is moved to the element. */
function replacePlaceholder(placeholder: Element): void {
  const [id = '', kind] = /^(poll|quiz|form)_\w+$/.exec(placeholder.getAttribute('data-askwell') ?? '') ?? [];
  placeholder.removeAttribute('data-askwell');
  if (!kind) return;
  const element = document.createElement(`askwell-${kind}`);
  for (const name of placeholderAttributes) {
    setAttribute(element, name, placeholder.getAttribute(`data-${name}`));
  }
  setAttribute(element, `${kind}-id`, id);
  element.append(...placeholder.childNodes);
  placeholder.replaceWith(element);
}
