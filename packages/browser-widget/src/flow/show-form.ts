import type { AskKind } from '@askwell/server/contract';
import type { InitialValues } from '../inputs/control.js';
import type { AskContext } from '../kinds/kind.js';
import { answersOf } from '../kinds/kind.js';
import { h } from '../ui/dom.js';
import { button, clockTime } from '../ui/parts.js';
import { prefillFor } from './host-page.js';
import { type Pending, savePending } from './local-state.js';
import { createPagedForm } from './paged-form.js';
import { resultsArea } from './results-area.js';
import { submitAnswer } from './submit.js';

/** When the remaining time is announced to screen readers, in seconds before the end. */
const announcedSeconds = [60, 10];

/** Shows the form and submits it. A pending answer of an earlier page view is submitted at once. */
export function showForm<K extends AskKind>(
  context: AskContext<K>,
  previous?: (id: string) => InitialValues,
  pending?: Pending,
): void {
  const { kind, display, view, t, started, stateKey, show } = context;
  const answerForm = kind.answerForm(view, t, display.host.getAttribute('layout') === 'list');
  const extraItems = context.extraItems ?? context.extraFields?.(context, answerForm.items) ?? [];
  const prefill = prefillFor(display.host);
  for (const { id, setAnswer } of answerForm.items) setAnswer?.((previous ?? prefill)(id));
  kind.openDraft?.(context, answerForm.items, extraItems);
  const send = (body: object) =>
    submitAnswer(
      context,
      form,
      savePending(
        stateKey,
        { ...body, ...answersOf(extraItems), started: started?.started },
        display.host.getAttribute('voter'),
      ),
    );
  const form = createPagedForm(answerForm, extraItems, t, send, display.announce);
  const clock = h('p', { role: 'timer', class: 'timer' });
  const seconds = started?.seconds_left ?? -1;
  // Count from now: the visitor's clock may differ from the server's.
  const end = Date.now() + seconds * 1_000;

  function tick(): void {
    const left = Math.max(0, Math.round((end - Date.now()) / 1_000));
    clock.textContent = t('Time left: {time}', { time: clockTime(left) });
    if (announcedSeconds.includes(left)) display.announce(clock.textContent);
    if (left === 0 && display.host.getAttribute('state') === 'open') form.sendNow();
  }

  function showOpen(): void {
    show('open', (over) => {
      if (seconds >= 0) {
        tick();
        const timer = setInterval(() => (over.aborted ? clearInterval(timer) : tick()), 1_000);
      }
      return [seconds >= 0 && clock, form.element];
    });
  }

  function showResults(): void {
    show('open', (over) => [resultsArea(context, over), button(t('Back'), showOpen)]);
  }

  if (context.results && !started) form.actions.append(button(t('Show results'), showResults));
  showOpen();
  if (pending) submitAnswer(context, form, pending);
}
