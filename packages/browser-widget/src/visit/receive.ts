import type { AskKind, Embedded, PublicKinds } from '@askwell/server/contract';
import { forgetRead, type Problem, readOwn } from '../api.js';
import { type Child, h } from '../dom.js';
import { webUrl } from '../host.js';
import { remember, tellOthers } from '../memory.js';
import type { SheetForm } from '../sheet-form.js';
import type { State } from '../stage.js';
import { showAnswered } from './answered.js';
import type { Delivery } from './delivery.js';
import { button } from './faces.js';
import type { Visit } from './visit.js';

/** What becomes of an answer that was sent from a form. */
export function receive<K extends AskKind>(visit: Visit<K>, form: SheetForm): Delivery<PublicKinds[K]['receipt']> {
  const { kind, stage, view, id, url, server, signal, t, load } = visit;
  const emit = (problem: Problem) => stage.emit('error', { kind: kind.name, id, ...problem });

  function note(state: State, text: string, ...children: Child[]): void {
    stage.tell(state);
    stage.say(text);
    form.notice.hidden = false;
    form.notice.replaceChildren(h('p', { class: 'text' }, text), h('div', null, children));
    form.notice.focus();
  }

  /** Says when the answer can be sent, for as long as that takes. */
  function hold(seconds: number): void {
    const until = Date.now() + seconds * 1_000;
    note('limited', t('limited', { n: seconds }));
    const text = form.notice.firstElementChild;
    const timer = setInterval(() => {
      const n = Math.ceil((until - Date.now()) / 1_000);
      const isThere = text?.isConnected && !form.notice.hidden && !signal.aborted;
      if (isThere && n > 0) text.textContent = t('limited', { n });
      else clearInterval(timer);
      if (isThere && n <= 0) clear();
    }, 1_000);
  }

  function clear(): void {
    form.notice.hidden = true;
    form.rest('ready');
    stage.tell('open');
  }

  return {
    id,
    url: `${server}/api/v1/${kind.plural}/${id}/${kind.answers}`,
    signal,
    sending() {
      form.notice.hidden = true;
      form.rest('busy');
      stage.tell('sending');
      stage.say(t('sending'));
    },
    async done(receipt) {
      const isKept = kind.isKept || view.one_per !== null;
      if (isKept) remember(id, { answer: receipt.id });
      forgetRead();
      const mayGo = stage.emit('answer', { kind: kind.name, id, answer: receipt });
      if (isKept) tellOthers(id);
      if (signal.aborted) return;
      visit.results = await resultsAfter(receipt);
      const next = webUrl(view.after?.url);
      if (next && mayGo && !view.after?.message && !visit.results) location.assign(next);
      showAnswered(visit, receipt);
    },
    waiting(problem, again) {
      form.rest('kept');
      note('waiting', t('lost'), button(t('retry'), again));
      emit(problem);
    },
    refused(problem) {
      const { code, errors, message, wait } = problem;
      emit(problem);
      if (signal.aborted) return;
      forgetRead();
      switch (code) {
        case 'closed':
        case 'not_open':
        case 'full':
        case 'already_answered':
        case 'too_late':
          return load(code);
        case 'not_found':
        case 'gone':
          return load();
        case 'rate_limited':
          form.rest('ready');
          return hold(wait);
      }
      clear();
      const rest = errors ? form.mark(errors) : [message];
      if (rest.length > 0) note('open', t('unsent', { why: rest.join(' ') }));
    },
  };

  /** What the visitor may know of all answers, now that one is theirs. */
  async function resultsAfter(receipt: PublicKinds[K]['receipt']): Promise<PublicKinds[K]['results'] | null> {
    if (kind.resultsIn) return kind.resultsIn(receipt);
    if (!/^a(lways|fter_answer)$/.test(view.results_visibility)) return visit.results;
    const { data } = await readOwn<Embedded<K>>(`${url}?answer=${receipt.id}`);
    return data?.results ?? null;
  }
}
