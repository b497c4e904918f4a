import { type Html, html } from '../../base/html.js';
import { segments } from '../segments.js';

const panesId = 'panes';

/**
 * Chooses which part of the editor shows on a phone. It uses only CSS, so it needs no scripts.
 *
 * @param hasItems Whether the outline lists questions or fields.
 */
export function paneChoice(hasItems: boolean): Html {
  return html`<div class="panes">${segments({
    name: 'pane',
    legend: 'Part of the editor',
    form: panesId,
    current: 'inspector',
    options: [
      ...(hasItems ? [{ value: 'outline', label: 'Outline' }] : []),
      { value: 'canvas', label: 'Preview' },
      { value: 'inspector', label: 'Fields' },
    ],
  })}</div>`;
}

/** The form of the choice. It stands in the form of the editor, which does not send it. */
export const paneForm = html`<form id="${panesId}" method="dialog"></form>`;
