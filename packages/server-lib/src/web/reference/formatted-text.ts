import { type Html, html } from '../../base/html.js';

/** Renders a text of the document. Parts in backticks become code, and empty lines separate paragraphs. */
export function paragraphs(text: string): Html[] {
  return text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** Renders a text of one paragraph. */
export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** Renders a value as code: a text as it is, anything else as indented JSON. */
export function codeBlock(value: unknown): Html {
  return html`<pre><code>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</code></pre>`;
}
