import type { AskKind, StartedQuiz } from '@askwell/server/contract';
import { request } from '../api.js';
import { loadResults } from '../results/load.js';
import { h } from '../ui/dom.js';
import { button, message } from '../ui/parts.js';
import type { AskContext } from './ask-context.js';
import { isClosedState } from './closed.js';
import { describeProblem } from './describe-problem.js';
import { extraFields } from './extra-fields.js';
import { voterToken } from './local-state.js';
import { showForm } from './show-form.js';

/** Shows the start page of a quiz. Starting it loads the questions and starts the time limit. */
export function showStart<K extends AskKind>(context: AskContext<K>): void {
  const { kind, view, server, url, stateKey, display, show, emit, load, signal, t } = context;
  const note = h('div', { role: 'alert' });
  const extraItems = extraFields(context, []);
  const ticket = extraItems.find(({ id }) => id === 'ticket');
  const start = async () => {
    const voter = voterToken(stateKey, display.host.getAttribute('voter'));
    const query = new URLSearchParams({ voter, ticket: `${ticket?.value?.() ?? ''}` });
    const { data, problem } = await request<StartedQuiz>(`${url}/start?${query}`);
    if (signal.aborted) return;
    if (problem) {
      emit('error', problem);
      if (isClosedState(problem.code)) load(problem.code);
      else {
        const [fault] = await describeProblem(problem, server, t);
        note.replaceChildren(message(fault?.text || t('This could not be loaded.')));
      }
    } else if (kind.start) showForm({ ...context, view: kind.start.open(data), started: data, extraItems });
  };
  // The code that shows the remaining time.
  loadResults(server).catch(() => {});
  show('start', () => [
    kind.start?.intro(view, t),
    ticket?.element,
    note,
    h('div', 'actions', button(t('Start quiz'), start, 'primary')),
  ]);
}
