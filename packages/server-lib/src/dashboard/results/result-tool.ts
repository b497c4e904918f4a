import { type Html, html } from '../../base/html.js';

/** A part of the page with the results that the owner opens. */
export interface ResultTool {
  /** Unique on the page. The form of the tool leads to it, if there is one. */
  readonly id: string;
  readonly title: string;
  /** What the tool shows, in a sentence. */
  readonly about: string;
  readonly isOpen: boolean;
  readonly content: Html;
}

/** Renders a tool, folded until it is used. It works without scripts. */
export function resultTool({ id, title, about, isOpen, content }: ResultTool): Html {
  return html`<details class="card result-tool" id="${id}"${isOpen && html` open`}><summary><h3>${title}</h3><span class="muted">${about}</span></summary>
<div class="result-tool-body">${content}</div></details>`;
}

/** The section with the tools. Null if there are none. */
export function resultTools(tools: readonly (Html | null)[]): Html | null {
  if (tools.every((tool) => tool === null)) return null;
  return html`<section class="section" aria-labelledby="tools"><h2 id="tools">Look closer</h2>
<div class="result-cards">${tools}</div></section>`;
}
