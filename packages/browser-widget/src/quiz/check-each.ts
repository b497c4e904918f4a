import type { CheckedQuestion } from '@askwell/server/contract';
import { checkedReceipt } from '../../../server-lib/src/shared/presentation/attempt-outcome.js';
import type { PagedForm } from '../flow/paged-form-types.js';
import { submitAnswer } from '../flow/submit.js';
import type { FormItem } from '../inputs/control.js';
import { type AskContext, answersOf } from '../kinds/kind.js';
import { loadResults } from '../results/load.js';
import { h } from '../ui/dom.js';
import { button } from '../ui/parts.js';
import { keepFormulas } from './formulas.js';

/** Whether the current page has an unchecked question. */
export const isUnchecked = ({ element }: FormItem): boolean => element.matches(':not([hidden], .checked)');

/** Checks each answer before the next question, and shows the verdict below it. */
export function checkEach(context: AskContext<'quiz'>, form: PagedForm, isList: boolean, over: AbortSignal): void {
  const { display, extraItems = [], started, t, url, view, voter } = context;
  const { element, items, notice } = form;

  /** Disables the inputs and shows the verdict. */
  async function showVerdict(item: FormItem, checked: CheckedQuestion, mayFocus?: boolean): Promise<void> {
    const { show } = await loadResults();
    const { given, ...revealed } = checked;
    keepFormulas(checked);
    const verdict = h('div', { class: 'verdict', tabindex: -1 });
    const attempt = { questions: view.questions ?? [], answers: given === null ? {} : { [item.id]: given } };
    for (const input of item.element.querySelectorAll<HTMLInputElement>('input, select, button')) input.disabled = true;
    item.element.classList.add('checked');
    item.element.append(verdict);
    show(verdict, { ...context, results: null, attempt }, over, checkedReceipt(view.id, revealed));
    notice.hidden = true;
    display.setState('open');
    form.setFormState('open');
    if (mayFocus) verdict.focus();
  }

  async function check(item: FormItem): Promise<void> {
    const fault = await item.validate?.();
    if (fault) {
      item.showError?.(fault);
      return item.focus?.();
    }
    const { ticket } = answersOf(extraItems);
    const sent = {
      question: item.id,
      answer: item.value?.() ?? null,
      started: started?.started,
      voter: voter(),
      ticket,
    };
    const answersUrl = `${url}/checks`;
    const receive = (data: object | CheckedQuestion) => 'given' in data && showVerdict(item, data, true);
    submitAnswer({ ...context, answersUrl, receive }, form, { key: item.id, body: JSON.stringify(sent) });
  }

  for (const item of items) {
    if (isList) item.element.append(button(t('Check answer'), () => check(item), 'check'));
    const checked = started?.checks.find(({ id }) => id === item.id);
    // If the verdict cannot be shown, the visitor can check the answer again.
    if (checked) showVerdict(item, checked).catch(() => {});
  }
  element.addEventListener(
    'submit',
    (event) => {
      const item = items.find((one) => isUnchecked(one) && (!isList || one.element.matches(':focus-within')));
      if (!item) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (display.host.getAttribute('state') === 'open') check(item);
    },
    true,
  );
}
