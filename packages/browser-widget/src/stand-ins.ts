/** Turns `<div data-askwell="poll_…">` into elements, for sites that take away tags they don't know. */
export function watchStandIns(): void {
  const upgrade = () => {
    for (const place of document.querySelectorAll<HTMLElement>('[data-askwell]')) standIn(place);
  };
  upgrade();
  new MutationObserver(upgrade).observe(document, { childList: true, subtree: true });
}

/** What stands in the place goes along, as what is shown meanwhile; its `data-lang` and the like become attributes. */
function standIn(place: HTMLElement): void {
  const { askwell: id = '', ...settings } = place.dataset;
  const [kind] = /^(poll|quiz|form)(?=_)/.exec(id) ?? [];
  place.removeAttribute('data-askwell');
  if (!kind) return;
  const attributes = Object.entries(settings).map(([name, value]) => [
    name.replace(/[A-Z]/g, '-$&').toLowerCase(),
    value,
  ]);
  const element = document.createElement(`askwell-${kind}`);
  for (const [name = '', value = ''] of attributes) element.setAttribute(name, value);
  element.setAttribute(`${kind}-id`, id);
  element.append(...place.childNodes);
  place.append(element);
}
