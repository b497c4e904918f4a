import { AskwellForm } from './elements/form.js';
import { AskwellPoll } from './elements/poll.js';
import { AskwellQuiz } from './elements/quiz.js';
import type { AskEvents } from './events.js';
import { setServer } from './flow/host-page.js';
import type { OwnerEvents } from './owner-events.js';

/** Options of {@link define}. */
export interface DefineOptions {
  /** URL of the Askwell server with its base path. The attribute `server` of an element overrides it. */
  server?: string | undefined;
}

const elements = {
  'askwell-poll': AskwellPoll,
  'askwell-quiz': AskwellQuiz,
  'askwell-form': AskwellForm,
};

/**
 * Registers the custom elements. Safe to call more than once, and during server-side rendering, where it does nothing.
 *
 * @example
 * define({ server: 'https://polls.example.com' });
 */
export function define({ server }: DefineOptions = {}): void {
  if (server) setServer(server);
  if (!globalThis.customElements) return;
  for (const [name, element] of Object.entries(elements)) {
    if (!customElements.get(name)) customElements.define(name, element);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'askwell-poll': AskwellPoll;
    'askwell-quiz': AskwellQuiz;
    'askwell-form': AskwellForm;
  }
  interface HTMLElementEventMap extends AskEvents, OwnerEvents {}
  interface DocumentEventMap extends AskEvents, OwnerEvents {}
}
