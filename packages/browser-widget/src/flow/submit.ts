import type { AskKind, Embedded, PublicKinds } from '@askwell/server/contract';
import { redirectOf } from '../../../server-lib/src/shared/presentation/after-answer.js';
import { forgetRead, type Problem, read, request } from '../api.js';
import type { AskContext } from '../kinds/kind.js';
import type { State } from '../ui/display.js';
import { type Child, h } from '../ui/dom.js';
import { button, webUrl } from '../ui/parts.js';
import { isClosedState } from './closed.js';
import { describeProblem } from './describe-problem.js';
import { type Pending, updateState } from './local-state.js';
import type { PagedForm } from './paged-form-types.js';
import { afterAnswer, showAnswered } from './show-answered.js';

/** The longest delay between two attempts, in seconds. */
const maxDelay = 60;

/** Sends a pending answer until the server has confirmed or refused it. */
export async function submitAnswer<K extends AskKind>(
  context: AskContext<K>,
  form: PagedForm,
  { key, body }: Pending,
  attempts = 0,
): Promise<void> {
  type Receipt = PublicKinds[K]['receipt'];
  const { kind, display, view, stateKey, url, language, answersUrl, signal, emit, t, load, credentials } = context;
  const { notice } = form;

  /** Sets the state, and shows a message above the button. */
  function showNotice(state: State, text = '', more?: Child): void {
    form.setFormState(state);
    display.setState(state);
    display.announce(text);
    notice.hidden = !text;
    notice.replaceChildren(h('p', 'text', text), h('div', '', more));
    notice.focus();
  }

  /** The answer may have arrived. Sends it again after a delay, when the browser is online again, or on request. */
  async function retryLater(wait: number): Promise<void> {
    await new Promise<unknown>((again) => {
      setTimeout(again, Math.max(wait, Math.min(2 ** attempts, maxDelay)) * 1_000);
      addEventListener('online', again, { once: true });
      showNotice(
        'waiting',
        t('The server can’t be reached. Your answer is saved and will be sent later.'),
        button(t('Try again'), again),
      );
    });
    if (!signal.aborted) submitAnswer(context, form, { key, body }, attempts + 1);
  }

  /** Shows the time when the answer can be sent, until then. */
  function waitForLimit(n: number): void {
    showNotice('limited', t('Too many answers came from your network. Try again in {n} s.', { n }));
    const text = notice.firstChild;
    setTimeout(() => text?.isConnected && showNotice('open'), n * 1_000);
  }

  async function handleProblem(problem: Problem): Promise<void> {
    const { code, wait } = problem;
    forgetRead();
    if (code === 'rate_limited') waitForLimit(wait);
    else if (isClosedState(code) || code === 'sign_in_required') load(code);
    else if (/not_found|gone/.test(code)) load();
    else if (code === 'unexpected_response') {
      // The visitor may change the answer: a firewall may have refused its text. After a change, this button would send the earlier
      // answer.
      form.element.addEventListener('input', () => showNotice('open'), { once: true });
      showNotice(
        'open',
        t('This site’s server refused the answer. The answer is kept in this browser.'),
        button(t('Try again'), () => submitAnswer(context, form, { key, body })),
      );
    } else {
      const faults = await describeProblem(problem, t);
      if (signal.aborted) return;
      showNotice('open');
      const why = form.showFaults(faults);
      if (why) showNotice('open', t('This could not be sent. {why}', { why }));
    }
  }

  async function handleReceipt(receipt: Receipt): Promise<void> {
    const isKept = kind.isAnswerKept || view.one_per !== null;
    updateState(stateKey, {
      answer: isKept ? receipt.id : undefined,
      last: view.allow_change ? JSON.parse(body).answers : undefined,
    });
    forgetRead();
    const mayRedirect = emit('answer', { answer: receipt });
    context.attempt = kind.attemptOf?.(view, body);
    const next = webUrl(redirectOf(afterAnswer(context, receipt)));
    if (next && mayRedirect) location.assign(next);
    if (kind.resultsOf) context.results = kind.resultsOf(receipt);
    else if (/always|after_answer/.test(view.results_visibility)) {
      const { data } = await read<Embedded<K>>(`${url}?answer=${receipt.id}${language}`);
      context.results = data?.results ?? null;
    }
    if (!signal.aborted) showAnswered(context, receipt);
  }

  showNotice('sending');
  display.announce(t('Sending…'));
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    // The language of the questions, or else the language of the widget's texts.
    'accept-language': view.locale || t.lang,
  };
  const { data, problem } = await request<Receipt>(answersUrl, {
    method: 'POST',
    headers,
    body,
    credentials,
  });
  const isUnconfirmed = problem && /offline|internal|unavailable/.test(problem.code);
  if (!isUnconfirmed && problem?.code !== 'unexpected_response') updateState(stateKey, { pending: undefined });
  if (problem) emit('error', problem);
  if (data) await (context.receive ?? handleReceipt)(data);
  else if (signal.aborted || !problem) return;
  else if (isUnconfirmed) retryLater(problem.wait);
  else handleProblem(problem);
}
