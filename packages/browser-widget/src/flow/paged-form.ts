import type { FormItem } from '../inputs/control.js';
import { type AnswerForm, answersOf } from '../kinds/kind.js';
import type { Translator } from '../translate.js';
import { h, setAttribute } from '../ui/dom.js';
import type { PagedForm, Pages, StepDraft } from './paged-form-types.js';

/** Whether the answer to an item can be sent. */
export function isValid({ validate }: FormItem): boolean {
  return !validate?.();
}

/** Creates a form that shows its items page by page, validates them and sends the answers, except in a preview. */
export function createPagedForm(
  { items: ownItems, submitLabel, turnPages, body }: AnswerForm,
  extraItems: readonly FormItem[],
  t: Translator,
  send: (body: object) => void,
  announce: (text: string) => void,
  isPreview: boolean,
  draft: StepDraft | undefined,
): PagedForm {
  let isBusy = false;
  let checks = 0;
  const items = [...ownItems, ...extraItems];
  const pages: Pages = { current: 0, last: 0, pageOf: new Map(items.map((item) => [item, 0])) };
  const notice = h('div', { class: 'notice', tabindex: -1, hidden: true });
  const main = h('button', 'button primary');
  const actions = h('div', 'actions', main);
  const inputs = h(
    'div',
    'page',
    items.map(({ element }) => element),
  );
  const element = h('form', { novalidate: true }, inputs, notice, actions);

  const showPage = turnPages?.({ pages, items, extraItems, inputs, actions, update, announce, draft, t });

  function update(isTurned = false): void {
    const label = showPage?.(isTurned);
    const isLast = pages.current === pages.last;
    const text = (!isBusy && label) || t(isBusy ? 'Sending…' : isLast ? submitLabel : 'Next');
    // A write lays out the page again.
    if (main.textContent !== text) main.textContent = text;
    setAttribute(main, 'aria-disabled', isBusy || (isPreview && isLast));
  }

  /** Shows the error of each item, and focuses the first one. */
  function showErrors(errors: ReadonlyMap<FormItem, string>): void {
    for (const item of items) item.showError?.(errors.get(item));
    const [first] = errors.keys();
    if (!first) return;
    pages.current = pages.pageOf.get(first) ?? 0;
    update();
    first.focus?.();
    announce(t('Check {n} answer.|Check {n} answers.', { n: errors.size }));
  }

  const sendNow = () =>
    send(body?.() ?? { answers: answersOf(ownItems.filter((item) => pages.pageOf.has(item) && isValid(item))) });

  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    const check = ++checks;
    const errors = new Map<FormItem, string | Promise<string>>();
    const { current, last, pageOf } = pages;
    for (const [item, page] of pageOf) {
      const fault = (current === last || page === current) && item.validate?.();
      if (fault) errors.set(item, fault);
    }
    if (errors.size > 0) {
      const texts = await Promise.all([...errors].map(async ([item, text]) => [item, await text] as const));
      // The answers may have been corrected and sent while the texts were loaded.
      if (check === checks) showErrors(new Map(texts));
    } else {
      showErrors(new Map());
      if (current < last) {
        pages.current++;
        update(true);
      } else if (!isPreview) sendNow();
    }
  });
  element.addEventListener('input', () => update());
  update();

  return {
    items: ownItems,
    pages,
    element,
    notice,
    actions,
    sendNow,
    showFaults(faults) {
      const errors = new Map<FormItem, string>();
      const rest: string[] = [];
      for (const { path, text } of faults) {
        const [id] = path.replace(/^answers\./, '').split('.');
        const found = items.find((item) => item.id === id) ?? (id === 'other' ? items[0] : undefined);
        if (found) errors.set(found, errors.get(found) ?? text);
        else rest.push(text);
      }
      showErrors(errors);
      return rest.join(' ');
    },
    setFormState(state) {
      isBusy = state === 'sending';
      inputs.inert = actions.hidden = state === 'waiting';
      update();
    },
  };
}
