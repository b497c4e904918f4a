import type { AskKind, StartedQuiz } from '@askwell/server/contract';
import { request } from '../api.js';
import { h } from '../ui/dom.js';
import { button, isReason, message } from '../ui/parts.js';
import type { Visit } from './ask-context.js';
import { describeProblem } from './describe-problem.js';
import { asideItems } from './extra-fields.js';
import { voterAt } from './local-state.js';
import { ask } from './show-form.js';

/** Shows what is ahead; starting it gives the questions, and lets the clock run. */
export function showStart<K extends AskKind>(visit: Visit<K>): void {
  const { kind, view, server, url, place, stage, show, emit, load, signal, t } = visit;
  const note = h('div', { role: 'alert' });
  const asides = asideItems(visit, []);
  const ticket = asides.find(({ id }) => id === 'ticket');
  const start = async () => {
    const voter = voterAt(place, stage.host.getAttribute('voter'));
    const who = new URLSearchParams({ voter, ticket: `${ticket?.value?.() ?? ''}` });
    const { data, problem } = await request<StartedQuiz>(`${url}/start?${who}`);
    if (signal.aborted) return;
    if (problem) {
      emit('error', problem);
      if (isReason(problem.code)) load(problem.code);
      else {
        const [fault] = await describeProblem(problem, server, t);
        note.replaceChildren(message(fault?.text || t('This could not be loaded.')));
      }
    } else if (kind.start) ask({ ...visit, view: kind.start.open(data), started: data, asides });
  };
  show('start', () => [
    kind.start?.intro(view, t),
    ticket?.element,
    note,
    h('div', 'actions', button(t('Start quiz'), start, 'primary')),
  ]);
}
