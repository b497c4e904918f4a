import type { FormItem } from '../inputs/control.js';
import { type AnswerForm, answersOf } from '../kinds/kind.js';
import type { Translator } from '../translate.js';
import type { State } from '../ui/display.js';
import { h, setAttribute } from '../ui/dom.js';
import { button } from '../ui/parts.js';
import type { FaultText } from './describe-problem.js';

/** A form in the page. */
export interface PagedForm {
  readonly element: HTMLFormElement;
  /** Shows messages about the submission. */
  readonly notice: HTMLElement;
  /** Contains the buttons. */
  readonly actions: HTMLElement;
  /** Shows the server's faults at their inputs. Returns the texts of those without an input. */
  readonly showFaults: (faults: readonly FaultText[]) => string;
  /** Disables submitting in the state `sending`, and the whole form in the state `waiting`. */
  readonly setFormState: (state: State) => void;
  /** Sends the answers that are valid. */
  readonly sendNow: () => void;
}

/** Whether the answer to an item can be sent. */
export function isValid({ validate }: FormItem): boolean {
  return !validate?.();
}

/** Creates a form that shows its items page by page, validates them and sends the answers, except in a preview. */
export function createPagedForm(
  { items: ownItems, pageLabel = 'Page {n} of {m}', submitLabel, visibleItems, body }: AnswerForm,
  extraItems: readonly FormItem[],
  t: Translator,
  send: (body: object) => void,
  announce: (text: string) => void,
  isPreview: boolean,
): PagedForm {
  let current = 0;
  let last = 0;
  /** The page of each visible item. */
  let pages = new Map<FormItem, number>();
  let isBusy = false;
  let checks = 0;
  const items = [...ownItems, ...extraItems];
  const bar = h('div', 'fill');
  const text = h('span', '');
  const progress = h('div', { class: 'progress', tabindex: -1 }, text, h('div', 'bar', bar));
  const notice = h('div', { class: 'notice', tabindex: -1, hidden: true });
  const back = button(t('Back'), () => turn(-1));
  const main = h('button', 'button primary');
  const actions = h('div', 'actions', back, main);
  const inputs = h(
    'div',
    'page',
    progress,
    items.map(({ element }) => element),
  );
  const element = h('form', { novalidate: true }, inputs, notice, actions);

  function update(): void {
    const shown = visibleItems?.();
    let hasVisibleItem = false;
    last = 0;
    pages = new Map();
    for (const item of items) {
      if (shown?.every(({ id }) => id !== item.id) && !extraItems.includes(item)) continue;
      if (item.startsPage && hasVisibleItem) last++;
      hasVisibleItem ||= !item.isHiddenField;
      pages.set(item, last);
    }
    current = Math.min(current, last);
    for (const item of items) item.element.hidden = pages.get(item) !== current;
    progress.hidden = !last;
    text.textContent = t(pageLabel, { n: current + 1, m: last + 1 });
    bar.style.width = `${((current + 1) / (last + 1)) * 100}%`;
    back.hidden = !current;
    main.textContent = t(isBusy ? 'Sending…' : current < last ? 'Next' : submitLabel);
    setAttribute(main, 'aria-disabled', isBusy || (isPreview && current === last));
  }

  function turn(by: number): void {
    current += by;
    update();
    progress.focus();
  }

  /** Shows the error of each item, and focuses the first one. */
  function showErrors(errors: ReadonlyMap<FormItem, string>): void {
    for (const item of items) item.showError?.(errors.get(item));
    const [first] = errors.keys();
    if (!first) return;
    current = pages.get(first) ?? current;
    update();
    first.focus?.();
    announce(t('Check {n} answer.|Check {n} answers.', { n: errors.size }));
  }

  const sendNow = () =>
    send(body?.() ?? { answers: answersOf(ownItems.filter((item) => pages.has(item) && isValid(item))) });

  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isBusy) return;
    const check = ++checks;
    const errors = new Map<FormItem, string | Promise<string>>();
    for (const [item, page] of pages) {
      const fault = (current === last || page === current) && item.validate?.();
      if (fault) errors.set(item, fault);
    }
    if (errors.size > 0) {
      const texts = await Promise.all([...errors].map(async ([item, text]) => [item, await text] as const));
      // The answers may have been corrected and sent while the texts were loaded.
      if (check === checks) showErrors(new Map(texts));
    } else {
      showErrors(new Map());
      if (current < last) turn(1);
      else if (!isPreview) sendNow();
    }
  });
  element.addEventListener('input', update);
  update();

  return {
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
