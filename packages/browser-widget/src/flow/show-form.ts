import type { AskKind } from '@askwell/server/contract';
import type { InitialValues } from '../inputs/control.js';
import type { AskContext } from '../kinds/kind.js';
import { answersOf } from '../kinds/kind.js';
import { button, message } from '../ui/parts.js';
import { countVisit } from './count-visit.js';
import { prefillFor, previousValues } from './host-page.js';
import { type Pending, savePending } from './local-state.js';
import { createPagedForm, isValid } from './paged-form.js';
import { resultsArea } from './results-area.js';
import { submitAnswer } from './submit.js';

/** Shows the form and submits it. A pending answer of an earlier page view is filled in and submitted at once. */
export function showForm<K extends AskKind>(
  context: AskContext<K>,
  previous?: (id: string) => InitialValues,
  pending?: Pending,
): void {
  const { kind, display, view, t, started, stateKey, show } = context;
  const answerForm = kind.answerForm(view, t, display.host.getAttribute('layout'), started);
  const extraItems = context.extraItems ?? context.extraFields?.(context, answerForm.items) ?? [];
  const sent = pending && JSON.parse(pending.body);
  const initial =
    previous ?? previousValues(sent && (kind.previousAnswers?.(sent) ?? sent.answers)) ?? prefillFor(display.host);
  for (const { id, setAnswer } of answerForm.items) setAnswer?.(initial(id));
  const draft = kind.openDraft?.(context, answerForm.items, extraItems);
  const send = (body: object) =>
    submitAnswer(
      context,
      form,
      savePending(
        stateKey,
        { ...body, ...answersOf(extraItems.filter(isValid)), started: started?.started },
        display.host.getAttribute('voter'),
      ),
    );
  const isPreview = view.status === 'draft';
  const form = createPagedForm(answerForm, extraItems, t, send, display.announce, isPreview, draft);

  function showOpen(): void {
    show('open', (over) => [
      isPreview && message(t('This is a preview. Answers are not recorded.')),
      kind.startTimer?.(context, form, over),
      form.element,
    ]);
  }

  function showResults(): void {
    show('open', (over) => [resultsArea(context, over), button(t('Back'), showOpen)]);
  }

  if (context.results && !started) form.actions.append(button(t('Show results'), showResults));
  showOpen();
  if (!isPreview && !previous) countVisit(context, form);
  if (pending) submitAnswer(context, form, pending);
}
