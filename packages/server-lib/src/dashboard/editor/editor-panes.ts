import { Html, html } from '../../base/html.js';
import { segments } from '../segments.js';
import { previewToolsId } from './preview-tools-id.js';

const panesId = 'panes';

const outline = { value: 'outline', label: 'Outline' };
const canvas = { value: 'canvas', label: 'Preview' };
const inspector = { value: 'inspector', label: 'Fields' };

/**
 * Chooses which part of the editor shows on a phone, and which one is beside the fields on a tablet. It uses only CSS, so it needs no
 * scripts.
 *
 * @param hasItems Whether the outline lists questions or fields.
 */
export function paneChoice(hasItems: boolean): Html {
  return Html.block('div', 'pane-choices', { hasItems }, choices);
}

function choices({ hasItems }: { readonly hasItems: boolean }): Html {
  return html`<div class="panes" id="pane-choices"><div class="pane-choice">${segments({
    name: 'pane',
    legend: 'Part of the editor',
    form: panesId,
    current: 'inspector',
    options: [...(hasItems ? [outline] : []), canvas, inspector],
  })}</div>${
    hasItems &&
    html`<div class="side-choice">${segments({
      name: 'side',
      legend: 'Beside the fields',
      form: previewToolsId,
      current: 'outline',
      options: [outline, canvas],
    })}</div>`
  }</div>`;
}

/** The form of the choice. It stands in the form of the editor, which does not send it. */
export const paneForm = html`<form id="${panesId}" method="dialog"></form>`;
