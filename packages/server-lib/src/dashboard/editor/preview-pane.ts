import { Html, html } from '../../base/html.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { icons } from '../../web/ui/icons.js';
import { segments, toggle } from '../segments.js';
import { previewToolsId } from './preview-tools-id.js';

/** The content of a preview. */
export interface PreviewPane {
  readonly base: string;
  readonly kind: AskKind;
  readonly id: string;
  /** The definition for the widget. Null if the draft is not valid. */
  readonly embedded: object | null;
  /** The ID of the question or field that is shown and marked. */
  readonly item?: string | undefined;
  /** The answers that are given at first, as a query. Default: none. */
  readonly prefill?: string;
  /** The page with a link to a page for visitors, which needs no scripts. */
  readonly sharePath?: string;
}

/** The widget as visitors see it, and the tools that change its display. Both need scripts. */
export function previewPane({ base, kind, id, embedded, item, prefill, sharePath }: PreviewPane): Html {
  return html`<noscript><p class="canvas-note">The preview needs JavaScript.${
    sharePath !== undefined && html` <a href="${sharePath}">Share</a> has a link to a page that does not.`
  }</p></noscript>
${tools}
<p class="canvas-note${!embedded && ' pending'}">${!embedded && 'The preview appears when the problems are corrected.'}<span data-preview-scale></span></p>
<div class="preview-frame" data-preview-frame${item !== undefined && html` data-chosen="${item}"`}><div data-canvas="${kind}">${embedded && widgets[kind](html`server="${base}" preview="draft"${prefill !== undefined && html` prefill="${prefill}"`}`, id, Html.data(embedded))}</div></div>`;
}

/** The form of the tools. They stand in the form of the editor, which does not send them. */
export const previewToolsForm = html`<form id="${previewToolsId}" method="dialog"></form>`;

const tools = html`<div class="preview-tools" role="group" aria-label="How the preview is shown" data-preview-tools hidden>${segments(
  {
    name: 'preview-scheme',
    legend: 'Color scheme',
    form: previewToolsId,
    current: 'auto',
    options: [
      { value: 'auto', label: 'Auto' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
  },
)}${segments({
  name: 'preview-width',
  legend: 'Width',
  form: previewToolsId,
  current: 'fit',
  options: [
    { value: 'fit', label: 'Fit' },
    { value: '320', label: 'Phone', detail: '(320 pixels)' },
    { value: '768', label: 'Tablet', detail: '(768 pixels)' },
  ],
})}<details class="confirm menu preview-more"><summary class="icon-button" title="More">${icons.more}<span class="unseen">More ways to show the preview</span></summary><div class="confirm-panel">${segments(
  {
    name: 'preview-direction',
    legend: 'Direction',
    form: previewToolsId,
    current: 'own',
    options: [
      { value: 'own', label: 'Default', detail: 'direction' },
      { value: 'rtl', label: 'RTL', detail: '(right to left, with the texts of Askwell in Arabic)' },
    ],
  },
)}${toggle({ name: 'preview-contrast', label: 'High contrast', form: previewToolsId })}</div></details></div>`;

/** The elements of the kinds. Their names and IDs differ, so each is written out. */
const widgets: Readonly<Record<AskKind, (attributes: Html, id: string, data: Html) => Html>> = {
  poll: (attributes, id, data) => html`<askwell-poll poll-id="${id}" ${attributes}>${data}</askwell-poll>`,
  quiz: (attributes, id, data) => html`<askwell-quiz quiz-id="${id}" ${attributes}>${data}</askwell-quiz>`,
  form: (attributes, id, data) => html`<askwell-form form-id="${id}" ${attributes}>${data}</askwell-form>`,
};
