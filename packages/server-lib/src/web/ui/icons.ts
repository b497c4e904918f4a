import { type Html, html } from '../../base/html.js';

/** Creates an icon of 20 by 20 pixels. Screen readers skip it, because the text next to it has the same meaning. */
function icon(paths: Html): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`;
}

/** The icons of all pages. */
export const icons = {
  person: icon(html`<circle cx="10" cy="7" r="3.25"/><path d="M3.75 17c.7-3.2 3.1-5 6.25-5s5.55 1.8 6.25 5"/>`),
  copy: icon(
    html`<rect x="7" y="7" width="9.5" height="9.5" rx="2"/><path d="M13 4.5A1.5 1.5 0 0 0 11.5 3h-6A2.5 2.5 0 0 0 3 5.5v6A1.5 1.5 0 0 0 4.5 13"/>`,
  ),
  check: icon(html`<path d="m4 10.5 4 4 8-9"/>`),
  done: icon(html`<circle cx="10" cy="10" r="7"/><path d="m7 10.3 2.1 2.1L13 8"/>`),
  wrong: icon(html`<circle cx="10" cy="10" r="7"/><path d="m7.7 7.7 4.6 4.6M12.3 7.7l-4.6 4.6"/>`),
  partial: icon(html`<circle cx="10" cy="10" r="7"/><path d="M6.8 10h6.4"/>`),
  skipped: icon(html`<circle cx="10" cy="10" r="7" stroke-dasharray="2.6 2.8"/>`),
  clock: icon(html`<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.8 1.8"/>`),
  alert: icon(html`<path d="M10 3 2.5 16.5h15L10 3Z"/><path d="M10 8.5v3.5M10 14.4v.1"/>`),
  trash: icon(html`<path d="M3.5 5.5h13M8 5.5V3.5h4v2M5 5.5l.8 11h8.4l.8-11M8.4 9v4.5M11.6 9v4.5"/>`),
  plus: icon(html`<path d="M10 4v12M4 10h12"/>`),
  more: icon(html`<path d="M4.5 10h.01M10 10h.01M15.5 10h.01" stroke-width="2.4"/>`),
  grip: icon(html`<path d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" stroke-width="2.2"/>`),
  up: icon(html`<path d="M10 16V4M5 9l5-5 5 5"/>`),
  down: icon(html`<path d="M10 4v12M5 11l5 5 5-5"/>`),
  back: icon(html`<path d="M12 4.5 6.5 10l5.5 5.5"/>`),
  undo: icon(html`<path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.25 4.25 0 0 1 0 8.5H7"/>`),
  redo: icon(html`<path d="m13 4 3.5 3.5L13 11M16.5 7.5h-8a4.25 4.25 0 0 0 0 8.5H13"/>`),
  download: icon(html`<path d="M10 3.5v8.5M6 8.5l4 4 4-4M4 16.5h12"/>`),
  present: icon(html`<rect x="3" y="3.5" width="14" height="10" rx="1.5"/><path d="M10 13.5v3M7 16.5h6"/>`),
  poll: icon(html`<path d="M4 5h7M4 10h12M4 15h4" stroke-width="2"/>`),
  quiz: icon(
    html`<circle cx="10" cy="10" r="7"/><path d="M7.8 8a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.9-1.1 1.7M10 14v.1"/>`,
  ),
  form: icon(html`<rect x="4" y="3" width="12" height="14" rx="2"/><path d="M7.5 7h5M7.5 10.2h5M7.5 13.4h2.5"/>`),
  branch: icon(html`<path d="M5.5 4v12M5.5 12.5c6 0 9-2 9-6.5M11.5 8.5l3-3 3 3"/>`),
  window: icon(html`<rect x="3" y="4" width="14" height="12" rx="2"/><path d="M3 7.7h14M5.7 5.9v.1"/>`),
};
