import type { StartedQuiz } from '@askwell/server/contract';
import { presentQuizFacts } from '../../../server-lib/src/shared/presentation/quiz-facts.js';
import { isClosedState } from '../flow/closed.js';
import { report } from '../flow/count-visit.js';
import { describeProblem } from '../flow/describe-problem.js';
import { extraFields } from '../flow/extra-fields.js';
import type { AskContext } from '../kinds/kind.js';
import { post } from '../questions/post.js';
import { h } from '../ui/dom.js';
import { button, message } from '../ui/parts.js';
import { keepStarted, readStarted } from './started.js';

/** Shows the start page of a quiz. Starting it loads the questions and starts the time limit. */
export function showStart(context: AskContext<'quiz'>): void {
  const { view, url, language, voter, stateKey, show, emit, load, signal, t, credentials } = context;
  const note = h('div', { role: 'alert' });
  const extraItems = extraFields(context, []);
  const ticket = extraItems.find(({ id }) => id === 'ticket');
  const start = async () => {
    const identity = { voter: voter(), ticket: ticket?.value?.() };
    const begin = (started?: string) =>
      post<StartedQuiz>(`${url}/start?${language}`, { ...identity, started }, credentials);
    // With `one_per`, the server knows the start of the voter.
    const isKept = view.feedback === 'each' && view.one_per === null;
    const kept = isKept && readStarted(stateKey);
    let { data, problem } = await begin(kept || undefined);
    // The earlier start may have been used, or has expired.
    if (kept && problem && /invalid|already_answered|too_late/.test(problem.code)) ({ data, problem } = await begin());
    if (isKept && data) keepStarted(stateKey, data.started);
    if (signal.aborted) return;
    if (problem) {
      emit('error', problem);
      const { code } = problem;
      if (isClosedState(code) || code === 'sign_in_required') load(code);
      else {
        const [fault] = await describeProblem(problem, t);
        note.replaceChildren(message(fault?.text || t('This could not be loaded.')));
      }
    } else if (data) context.showForm({ ...context, view: data.quiz, started: data, extraItems });
  };
  if (view.status !== 'draft') report(url, ['view']);
  show('start', () => [
    h(
      'ul',
      'total',
      presentQuizFacts(view, t).map((fact) => h('li', '', fact)),
    ),
    ticket?.element,
    note,
    h('div', 'actions', button(t('Start quiz'), start, 'primary')),
  ]);
}
