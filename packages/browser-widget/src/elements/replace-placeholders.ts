/** Turns `<div data-askwell="poll_…">` into elements, for sites that take away tags they don't know. */
export function watchStandIns(): void {
  const upgrade = () => {
    for (const place of document.querySelectorAll('[data-askwell]')) standIn(place);
  };
  upgrade();
  new MutationObserver(upgrade).observe(document, { childList: true, subtree: true });
}

/** The place becomes the element: its `data-lang` and the like are attributes of it, and what stands in it stays. */
function standIn(place: Element): void {
  const id = place.getAttribute('data-askwell') ?? '';
  const [, kind] = /^(poll|quiz|form)_/.exec(id) ?? [];
  place.removeAttribute('data-askwell');
  if (!kind) return;
  const element = document.createElement(`askwell-${kind}`);
  for (const { name, value } of place.attributes) element.setAttribute(name.replace(/^data-/, ''), value);
  element.setAttribute(`${kind}-id`, id);
  element.append(...place.childNodes);
  place.replaceWith(element);
}
