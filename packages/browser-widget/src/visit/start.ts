import type { AskKind, StartedQuiz } from '@askwell/server/contract';
import { request } from '../api.js';
import { h } from '../dom.js';
import { ask } from './ask.js';
import { button, message } from './faces.js';
import type { Visit } from './visit.js';

/** Shows what is ahead; starting it gives the questions, and lets the clock run. */
export function showStart<K extends AskKind>(visit: Visit<K>): void {
  const { kind, view, url, show, emit, signal, t } = visit;
  const note = h('div', { role: 'alert' });
  const start = async () => {
    const { data, problem } = await request<StartedQuiz>(`${url}/start`);
    if (signal.aborted) return;
    if (problem) {
      emit('error', problem);
      note.replaceChildren(message(problem.message || t('This could not be loaded.')));
    } else if (kind.start) ask({ ...visit, view: kind.start.open(data), started: data });
  };
  show('start', () => [kind.start?.intro(view, t), note, h('div', 'actions', button(t('Start'), start, 'primary'))]);
}
