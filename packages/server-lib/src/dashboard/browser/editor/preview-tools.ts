import { previewToolsId } from '../../editor/preview-tools-id.js';
import { refreshCanvas } from './canvas-widget.js';

const storageKey = 'askwell-preview';

/** Changes how the preview is shown, and what is beside the fields. The choices are kept for this browser session, and not with the ask. */
export function enablePreviewTools(): void {
  showPreviewTools();
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form?.id !== previewToolsId) return;
    store(
      new URLSearchParams([...controls()].filter(({ checked }) => checked).map(({ name, value }) => [name, value])),
    );
    if (target.closest('[data-preview-tools]')) apply();
  });
  addEventListener('resize', fitWidth);
}

/** Shows the tools of a page that was loaded, with the choices that were made before. */
export function showPreviewTools(): void {
  const tools = document.querySelector<HTMLElement>('[data-preview-tools]');
  if (!tools) return;
  tools.hidden = false;
  const choices = stored();
  for (const control of controls()) {
    if (control.type === 'checkbox') control.checked = choices.has(control.name);
    else if (choices.has(control.name)) control.checked = choices.get(control.name) === control.value;
  }
  if (choices.size > 0) apply();
}

const controls = () => document.querySelectorAll<HTMLInputElement>(`input[form="${previewToolsId}"]`);

/** Shows the preview as the tools say. */
function apply(): void {
  const canvas = document.querySelector<HTMLElement>('[data-canvas]');
  if (!canvas) return;
  const on = new Map([...controls()].filter(({ checked }) => checked).map(({ name, value }) => [name, value]));
  for (const name of ['scheme', 'width', 'direction', 'contrast']) {
    canvas.dataset[name] = on.get(`preview-${name}`) ?? 'off';
  }
  fitWidth();
  refreshCanvas(document);
}

/** Scales the preview down if it is wider than its place. */
function fitWidth(): void {
  const canvas = document.querySelector<HTMLElement>('[data-canvas]');
  const place = canvas?.parentElement?.clientWidth;
  if (!canvas || !place) return;
  const width = Number(canvas.dataset['width']);
  const scale = width > 0 ? Math.min(1, place / width) : 1;
  canvas.style.setProperty('zoom', String(scale));
  const note = document.querySelector('[data-preview-scale]');
  if (note) note.textContent = scale < 1 ? ` Shown at ${Math.round(scale * 100)} %.` : '';
}

function stored(): URLSearchParams {
  try {
    return new URLSearchParams(sessionStorage.getItem(storageKey) ?? '');
  } catch {
    // Some browsers refuse the storage.
    return new URLSearchParams();
  }
}

function store(choices: URLSearchParams): void {
  try {
    sessionStorage.setItem(storageKey, String(choices));
  } catch {
    // The choices are not kept.
  }
}
