import { AskwellForm } from './elements/form.js';
import { AskwellPoll } from './elements/poll.js';
import { AskwellQuiz } from './elements/quiz.js';
import type { AskEvents } from './events.js';
import { setServer } from './flow/host-page.js';

/** What the elements are told of their surroundings. */
export interface DefineOptions {
  /** The address of the server, with its base path; elements may name another by their attribute `server`. */
  server?: string | undefined;
}

const elements = {
  'askwell-poll': AskwellPoll,
  'askwell-quiz': AskwellQuiz,
  'askwell-form': AskwellForm,
};

/**
 * Makes the elements known to the browser. Calling it again does nothing new; where there is no browser, it does nothing.
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
  interface HTMLElementEventMap extends AskEvents {}
  interface DocumentEventMap extends AskEvents {}
}
