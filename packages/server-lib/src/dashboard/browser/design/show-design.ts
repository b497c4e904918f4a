import { isJsonObject, isJsonValue } from '../../../base/validation/json-value.js';
import { resolveDesign } from '../../../owners/sites/site-design.js';
import type { Design } from '../../../shared/contract/resources.js';
import { designProperties } from '../../../shared/presentation/design-properties.js';
import { checkContrast, summarizeContrast } from '../../design/contrast.js';
import { designCss } from '../../design/design-css.js';
import { type Accents, accentsOf } from '../../design/presets.js';
import { designInputs, fillControls, followChange, readControls } from './read-controls.js';

/** Shows a design while it is chosen: in the preview, in the contrast and as CSS. */
export function enableDesign(): void {
  const root = findControls();
  if (root) show(root);
  document.addEventListener('input', ({ target }) => {
    const controls = target instanceof HTMLInputElement ? target.closest<HTMLElement>('[data-design]') : null;
    if (!controls || !(target instanceof HTMLInputElement)) return;
    followChange(designInputs(controls), target, accentsOf(inheritedBy(controls)?.accent).light);
    show(controls);
  });
  // The script of the editor is another file.
  document.addEventListener('askwell:design', (event) => {
    const controls = findControls();
    if (!controls || !(event instanceof CustomEvent)) return;
    const design: unknown = event.detail;
    const values = isJsonValue(design) && isJsonObject(design) ? design : {};
    fillControls(designInputs(controls), values, accentsOf(inheritedBy(controls)?.accent).light);
    show(controls);
  });
}

const findControls = () => document.querySelector<HTMLElement>('[data-design]');

/** Returns the design that applies where nothing is chosen. */
function inheritedBy(controls: HTMLElement): Design | null {
  const inherited: Design | null = JSON.parse(controls.dataset['inherited'] ?? 'null');
  return inherited;
}

function show(controls: HTMLElement): void {
  const design = resolveDesign(readControls(designInputs(controls)), inheritedBy(controls));
  showInPreview(design);
  showContrast(accentsOf(design?.accent));
  const css = document.getElementById('design-css');
  if (css) css.textContent = designCss(design);
}

function showInPreview(design: Design | null): void {
  const style = document.querySelector<HTMLElement>('[data-canvas]')?.style;
  if (!style) return;
  for (const name of [...style].filter((property) => property.startsWith('--askwell-'))) style.removeProperty(name);
  for (const [name, value] of Object.entries(design ? designProperties(design) : {})) style.setProperty(name, value);
}

function showContrast(accents: Accents): void {
  const summary = document.querySelector('[data-contrast-summary]');
  const text = summarizeContrast(accents);
  if (summary && summary.textContent !== text) summary.textContent = text;
  for (const { id, result, back, front } of checkContrast(accents)) {
    const check = document.querySelector(`[data-check="${id}"]`);
    const shown = check?.querySelector('[data-result]');
    if (shown) shown.textContent = result;
    check?.querySelector('[data-back]')?.setAttribute('fill', back);
    check?.querySelector('[data-front]')?.setAttribute('fill', front);
  }
}
