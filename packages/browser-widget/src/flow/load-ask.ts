import type { AskKind, Embedded } from '@askwell/server/contract';
import { type Problem, type Reply, read } from '../api.js';
import type { Kind } from '../elements/kind.js';
import { wordsFor } from '../translate.js';
import { h } from '../ui/dom.js';
import { button, header, message, reasons, whyClosed } from '../ui/parts.js';
import type { Closed, Stage } from '../ui/screen.js';
import type { Visit } from './ask-context.js';
import { hasFallback, inlineIn, serverOf } from './host-page.js';
import { claimPending, recall, remember } from './local-state.js';
import { standing } from './results-area.js';
import { showAnswered } from './show-answered.js';
import { ask } from './show-form.js';
import { showStart } from './show-start.js';

/** The longest a browser's timer takes, in milliseconds. */
const longestWait = 2 ** 31 - 1;

/** Loads an ask and shows what this visitor is to see of it, until the signal ends it. */
export function begin<K extends AskKind>(kind: Kind<K>, stage: Stage, signal: AbortSignal): void {
  const { host } = stage;
  const server = serverOf(host);
  let inline = inlineIn<K>(host);
  const id = host.getAttribute(`${kind.name}-id`) ?? inline?.[kind.name].id ?? '';
  const place = id + (host.getAttribute('voter') ?? '');
  const url = `${server}/embed/${kind.plural}/${id}`;
  const emit: Stage['emit'] = (name, detail) => stage.emit(name, { kind: kind.name, id, ...detail });
  let isReady = false;

  async function load(how?: Closed | 'again'): Promise<void> {
    const answer = recall(place).answer ?? host.getAttribute('answer');
    const reply: Reply<Embedded<K>> =
      inline && !answer ? { data: inline } : await read(answer ? `${url}?answer=${answer}` : url);
    if (reply.problem) return fail(reply.problem);
    inline = undefined;
    const { data } = reply;
    const view = data[kind.name];
    const t = await wordsFor(host, server, view.locale);
    if (signal.aborted) return;
    const visit: Visit<K> = {
      kind,
      stage,
      place,
      server,
      url,
      inbox: `${server}/api/v1/${kind.plural}/${id}/${kind.answers}`,
      signal,
      t,
      view,
      results: data.results,
      emit,
      show: (state, draw) => stage.show(state, (over) => [header(view), draw(over)]),
      load,
    };
    stage.speak(t);
    if (answer && !data.answer) remember(place, { answer: undefined, last: undefined });
    if (how && how !== 'again') showClosed(visit, how);
    else if (data.answer && !how) showAnswered(visit, data.answer);
    else if (!view.accepting) showClosed(visit, whyClosed(view));
    else {
      const pending = claimPending(place);
      if (kind.start?.isNeeded(view) && !pending) showStart(visit);
      else ask(visit, undefined, pending);
    }
    if (!isReady) emit('ready', { view });
    isReady = true;
  }

  async function fail(problem: Problem): Promise<void> {
    const isMissing = problem.code === 'not_found';
    const state = isMissing ? 'missing' : 'failed';
    const t = await wordsFor(host, server);
    if (signal.aborted) return;
    emit('error', problem);
    if (hasFallback(host)) return stage.tell(state);
    stage.speak(t);
    stage.show(state, (over) => {
      if (!isMissing) addEventListener('online', () => load(), { signal: over });
      return message(
        t(isMissing ? 'Not found.' : 'This could not be loaded.'),
        !isMissing && button(t('Try again'), () => load()),
      );
    });
  }

  stage.show('loading', () => (hasFallback(host) ? h('slot', '') : [1, 2, 3].map(() => h('div', 'option bone'))));
  // Other widgets of the page may show the same.
  document.addEventListener(
    'askwell:answer',
    ({ detail, target }) => {
      if (detail.id === id && target !== host && recall(place).answer) load();
    },
    { signal },
  );
  // Without an id there is nothing to ask for yet. What a newer server asks for may be beyond an older widget.
  if (id) load().catch(() => fail({ code: 'internal', message: '', wait: 0 }));
}

/** Says why nobody is asked, with the results where they are to be seen. */
function showClosed<K extends AskKind>(visit: Visit<K>, why: Closed): void {
  const { view, t, load } = visit;
  const wait = Date.parse(view.opens_at ?? '') - Date.now();
  visit.show(why, (over) => {
    if (wait > 0) setTimeout(() => over.aborted || load(), Math.min(wait, longestWait));
    const again = why === 'too_late' && button(t('Answer again'), () => load());
    return [
      message(t(reasons[why], { time: view.opens_at ? t.moment(view.opens_at) : '' }), again),
      standing(visit, over),
    ];
  });
}
