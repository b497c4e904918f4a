/** Returns the place of the preview. */
const findCanvas = () => document.querySelector<HTMLElement>('[data-canvas]');

/** Shows a definition in the preview. Without one, the preview stays as it is. */
export function showCanvas(embedded: object | null): void {
  const canvas = findCanvas();
  if (!canvas || !embedded || canvas.dataset['editing'] !== undefined) return;
  const kind = canvas.dataset['canvas'] ?? '';
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
  replaceWidget(canvas, element);
}

/** Shows the preview again, because it is shown in another way. */
export function refreshCanvas(): void {
  const canvas = findCanvas();
  const shown = canvas?.firstElementChild?.cloneNode(true);
  if (canvas && shown instanceof HTMLElement) replaceWidget(canvas, shown);
}

function replaceWidget(canvas: HTMLElement, element: HTMLElement): void {
  // The texts of the widget say the direction.
  if (canvas.dataset['direction'] === 'rtl') element.setAttribute('lang', 'ar');
  else element.removeAttribute('lang');
  canvas.replaceChildren(element);
}
