import type { AskKind, StartedQuiz } from '@askwell/server/contract';
import { readOwn } from '../api.js';
import { h } from '../dom.js';
import { ask } from './ask.js';
import { message } from './faces.js';
import type { Visit } from './visit.js';

/** Shows what is ahead; starting it gives the questions, and lets the clock run. */
export function showStart<K extends AskKind>(visit: Visit<K>): void {
  const { kind, view, url, show, stage, signal, t } = visit;
  const note = h('div', { role: 'alert' });
  const click = async () => {
    const { data, problem } = await readOwn<StartedQuiz>(`${url}/start`);
    if (signal.aborted) return;
    if (problem) {
      stage.emit('error', { kind: kind.name, id: visit.id, ...problem });
      note.replaceChildren(message(problem.message || t('failed')));
    } else if (kind.start) {
      ask({ ...visit, view: kind.start.open(data), started: data });
    }
  };
  show(
    'start',
    kind.start?.intro(view, t),
    note,
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'button', class: 'primary', part: 'button primary', click }, t('start')),
    ),
  );
}
