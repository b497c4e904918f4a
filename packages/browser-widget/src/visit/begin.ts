import type { AskKind, Embedded } from '@askwell/server/contract';
import { type Problem, type Reply, read, readOwn } from '../api.js';
import { h } from '../dom.js';
import { hasFallback, inlineIn, serverOf } from '../host.js';
import type { Kind } from '../kind.js';
import { wordsFor } from '../language.js';
import { onAnswered, recall, remember } from '../memory.js';
import type { Stage } from '../stage.js';
import { showAnswered } from './answered.js';
import { ask } from './ask.js';
import { showClosed, whyClosed } from './closed.js';
import { header, showFailed } from './faces.js';
import { showStart } from './start.js';
import type { Closed, Visit } from './visit.js';

/** Loads an ask and shows what this visitor is to see of it, until the signal ends it. */
export function begin<K extends AskKind>(kind: Kind<K>, stage: Stage, signal: AbortSignal): void {
  const { host } = stage;
  const server = serverOf(host);
  const inline = inlineIn<K>(host);
  const id = host.getAttribute(`${kind.name}-id`) ?? inline?.[kind.name].id ?? '';
  const url = `${server}/embed/${kind.plural}/${id}`;
  let visit: Visit<K> | undefined;
  let answer: string | undefined;

  const skeleton = h(
    'div',
    { class: 'inner', 'aria-hidden': 'true' },
    [1, 2, 3].map(() => h('div', { class: 'bone' })),
  );
  stage.show('loading', hasFallback(host) ? h('slot', null) : skeleton);

  async function load(how?: Closed | 'again'): Promise<void> {
    answer = recall(id).answer;
    const reply: Reply<Embedded<K>> = answer
      ? await readOwn(`${url}?answer=${answer}`)
      : inline && !visit
        ? { data: inline }
        : await read(url);
    if (signal.aborted) return;
    if (reply.problem) return fail(reply.problem);
    const { data } = reply;
    const view = data[kind.name];
    const t = await wordsFor(host, server, view.locale);
    if (signal.aborted) return;
    stage.speak(t);
    const isFirst = !visit;
    visit = { kind, stage, server, id, url, signal, t, view, results: data.results, show, load };
    if (answer && !data.answer) remember(id, { answer: undefined });
    const why = how === 'again' ? undefined : how;
    if (data.answer && how !== 'again') showAnswered(visit, data.answer);
    else if (why || !view.accepting) showClosed(visit, why ?? whyClosed(view));
    else if (kind.start?.isNeeded(view)) showStart(visit);
    else ask(visit);
    if (isFirst) stage.emit('ready', { kind: kind.name, id, view });
  }

  function show(...[state, ...children]: Parameters<Visit<K>['show']>): void {
    if (visit) stage.show(state, header(visit.view), children);
  }

  async function fail(problem: Problem): Promise<void> {
    stage.emit('error', { kind: kind.name, id, ...problem });
    const isMissing = problem.code === 'not_found';
    if (hasFallback(host)) return stage.tell(isMissing ? 'missing' : 'failed');
    const t = await wordsFor(host, server, null);
    if (signal.aborted) return;
    stage.speak(t);
    showFailed(stage, isMissing, () => load(), t);
    if (!isMissing) addEventListener('online', () => load(), { once: true, signal });
  }

  const forget = onAnswered((other) => {
    if (other === id && visit && recall(id).answer !== answer) load();
  });
  signal.addEventListener('abort', forget);
  load();
}
