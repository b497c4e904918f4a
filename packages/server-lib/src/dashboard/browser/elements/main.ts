// The elements of `/editor.js`, with which pages of a host edit asks.
import { AskwellAsks } from './asks-element.js';
import { AskwellEditor } from './editor-element.js';
import { AskwellResults } from './results-element.js';

const elements = { 'askwell-editor': AskwellEditor, 'askwell-results': AskwellResults, 'askwell-asks': AskwellAsks };

declare global {
  interface HTMLElementTagNameMap {
    'askwell-editor': AskwellEditor;
    'askwell-results': AskwellResults;
    'askwell-asks': AskwellAsks;
  }
}

for (const [name, element] of Object.entries(elements)) {
  if (!customElements.get(name)) customElements.define(name, element);
}
