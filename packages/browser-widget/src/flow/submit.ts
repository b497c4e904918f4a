import type { AskKind, Embedded, PublicKinds } from '@askwell/server/contract';
import { forgetRead, type Problem, read, request } from '../api.js';
import { type Child, h } from '../ui/dom.js';
import { button, isReason, webUrl } from '../ui/parts.js';
import type { State } from '../ui/screen.js';
import type { Visit } from './ask-context.js';
import { describeProblem } from './describe-problem.js';
import { type Pending, remember } from './local-state.js';
import type { SheetForm } from './paged-form.js';
import { showAnswered } from './show-answered.js';

/** The longest pause between two tries, in seconds. */
const longest = 60;

/** Sends a kept answer until the server has said what became of it. */
export async function deliver<K extends AskKind>(
  visit: Visit<K>,
  form: SheetForm,
  { key, body }: Pending,
  tries = 0,
): Promise<void> {
  type Receipt = PublicKinds[K]['receipt'];
  const { kind, stage, view, place, server, url, inbox, signal, emit, t, load } = visit;
  const { notice } = form;

  /** Says how it stands, and above the button what became of it. */
  function note(state: State, text = '', more?: Child): void {
    form.rest(state);
    stage.tell(state);
    stage.say(text);
    notice.hidden = !text;
    notice.replaceChildren(h('p', 'text', text), h('div', '', more));
    notice.focus();
  }

  /** Nobody knows whether it arrived: it is kept, and sent again by itself, or when the visitor says so. */
  async function keepTrying(wait: number): Promise<void> {
    await new Promise<unknown>((again) => {
      setTimeout(again, Math.max(wait, Math.min(2 ** tries, longest)) * 1_000);
      addEventListener('online', again, { once: true });
      note(
        'waiting',
        t('The server can’t be reached. Your answer is saved and will be sent later.'),
        button(t('Try again'), again),
      );
    });
    if (!signal.aborted) deliver(visit, form, { key, body }, tries + 1);
  }

  /** Says when the answer can be sent, and takes that back once it can. */
  function hold(n: number): void {
    note('limited', t('Too many answers came from your network. Try again in {n} s.', { n }));
    const text = notice.firstChild;
    setTimeout(() => text?.isConnected && note('open'), n * 1_000);
  }

  async function refuse(problem: Problem): Promise<void> {
    const { code, wait } = problem;
    forgetRead();
    if (code === 'rate_limited') hold(wait);
    else if (isReason(code)) load(code);
    else if (/not_found|gone/.test(code)) load();
    else {
      const faults = await describeProblem(problem, server, t);
      if (signal.aborted) return;
      note('open');
      const why = form.mark(faults);
      if (why) note('open', t('This could not be sent. {why}', { why }));
    }
  }

  async function accept(receipt: Receipt): Promise<void> {
    const isKept = kind.isKept || view.one_per !== null;
    remember(place, {
      answer: isKept ? receipt.id : undefined,
      last: view.allow_change ? JSON.parse(body).answers : undefined,
    });
    forgetRead();
    const mayGo = emit('answer', { answer: receipt });
    if (kind.resultsIn) visit.results = kind.resultsIn(receipt);
    else if (/always|after_answer/.test(view.results_visibility)) {
      const { data } = await read<Embedded<K>>(`${url}?answer=${receipt.id}`);
      visit.results = data?.results ?? null;
    }
    if (signal.aborted) return;
    const next = webUrl(view.after?.url);
    if (next && mayGo && !view.after?.message && !visit.results) location.assign(next);
    showAnswered(visit, receipt);
  }

  note('sending');
  stage.say(t('Sending…'));
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const { data, problem } = await request<Receipt>(inbox, {
    method: 'POST',
    headers,
    body,
  });
  const isUnknown = problem && /offline|internal|unavailable/.test(problem.code);
  if (!isUnknown) remember(place, { pending: undefined });
  if (problem) emit('error', problem);
  if (data) return accept(data);
  if (signal.aborted || !problem) return;
  if (isUnknown) keepTrying(problem.wait);
  else refuse(problem);
}
