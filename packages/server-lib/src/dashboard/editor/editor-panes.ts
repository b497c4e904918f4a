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
 */
export function paneChoice(shown: ShownPanes): Html {
  return Html.block('div', 'pane-choices', shown, choices);
}

interface ShownPanes {
  /** Whether the outline lists questions or fields. */
  readonly hasItems: boolean;
  /** Whether a part was opened. Otherwise a phone shows the outline first. */
  readonly isOpened: boolean;
}

function choices({ hasItems, isOpened }: ShownPanes): Html {
  return html`<div class="panes" id="pane-choices"><div class="pane-choice">${segments({
    name: 'pane',
    legend: 'Part of the editor',
    form: panesId,
    current: (hasItems && !isOpened ? outline : inspector).value,
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
