import { html } from '../../../base/html.js';
import { OwnerElement } from './owner-element.js';
import { showResults } from './show-results.js';

/** Shows the results of a poll, quiz or form to its owner: `<askwell-results ask-id="form_…">`. */
export class AskwellResults extends OwnerElement {
  protected async load(signal: AbortSignal): Promise<void> {
    this.show(html`<div data-content></div>`);
    const content = this.content.querySelector('[data-content]');
    if (!content) return;
    const onFailure = (error: unknown): void => this.showProblem(error);
    await showResults(content, this.connection, this.getAttribute('ask-id') ?? '', { signal, onFailure });
  }
}
