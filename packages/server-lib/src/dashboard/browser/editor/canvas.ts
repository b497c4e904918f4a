/** Shows a definition in the preview. Without one, the preview stays as it is. */
export function showCanvas(embedded: object | null): void {
  const canvas = document.querySelector<HTMLElement>('[data-canvas]');
  if (!canvas || !embedded || canvas.querySelector('[data-editing]')) return;
  const kind = canvas.dataset['canvas'] ?? '';
  const old = canvas.firstElementChild;
  const element = document.createElement(`askwell-${kind}`);
  const id = location.pathname.split('/').at(-2) ?? '';
  const server = location.pathname.split('/dashboard/')[0] ?? '';
  for (const [name, value] of [
    [`${kind}-id`, id],
    ['server', server],
    ['preview', 'draft'],
  ] as const) {
    element.setAttribute(name, value);
  }
  const data = document.createElement('script');
  data.type = 'application/json';
  data.textContent = JSON.stringify(embedded);
  element.append(data);
  if (old) old.replaceWith(element);
  else canvas.append(element);
}
