/** Replaces `<div data-askwell="poll_…">` by elements, for sites that strip unknown tags. */
export function replacePlaceholders(): void {
  const replaceAll = () => {
    for (const placeholder of document.querySelectorAll('[data-askwell]')) replacePlaceholder(placeholder);
  };
  replaceAll();
  new MutationObserver(replaceAll).observe(document, { childList: true, subtree: true });
}

/** Replaces a placeholder. `data-lang` becomes the attribute `lang`, and so on. The content is moved to the element. */
function replacePlaceholder(placeholder: Element): void {
  const id = placeholder.getAttribute('data-askwell') ?? '';
  const [, kind] = /^(poll|quiz|form)_/.exec(id) ?? [];
  placeholder.removeAttribute('data-askwell');
  if (!kind) return;
  const element = document.createElement(`askwell-${kind}`);
  for (const { name, value } of placeholder.attributes) element.setAttribute(name.replace(/^data-/, ''), value);
  element.setAttribute(`${kind}-id`, id);
  element.append(...placeholder.childNodes);
  placeholder.replaceWith(element);
}
