import { answersOf, type Sheet } from '../elements/kind.js';
import type { Item } from '../inputs/control.js';
import type { Words } from '../translate.js';
import { h, setAttribute } from '../ui/dom.js';
import { button } from '../ui/parts.js';
import type { State } from '../ui/screen.js';
import type { FaultText } from './describe-problem.js';

/** A sheet as a form on the page. */
export interface SheetForm {
  readonly element: HTMLFormElement;
  /** Where it is said what became of it, and where the buttons stand. */
  readonly notice: HTMLElement;
  readonly actions: HTMLElement;
  /** Marks what the server found wrong. Returns what belongs to no input. */
  readonly mark: (faults: readonly FaultText[]) => string;
  /** While it is on its way nothing can be sent; while it waits nothing can be changed either. */
  readonly rest: (state: State) => void;
  /** Sends it as it is, whatever is missing. */
  readonly finish: () => void;
}

/** Shows a sheet, page by page, and what is asked beside it; sends it once nothing is wrong. */
export function sheetForm(
  { items: asked, count = 'Page {n} of {m}', submit, shows, body }: Sheet,
  asides: readonly Item[],
  t: Words,
  send: (body: object) => void,
  say: (text: string) => void,
): SheetForm {
  /** The page that is seen, and the one that each input which shows stands on. */
  let at = 0;
  let last = 0;
  let pages = new Map<Item, number>();
  let isBusy = false;
  const items = [...asked, ...asides];
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
    const shown = shows?.();
    let isBegun = false;
    last = 0;
    pages = new Map();
    for (const item of items) {
      if (shown?.every(({ id }) => id !== item.id) && !asides.includes(item)) continue;
      if (item.breaks && isBegun) last++;
      isBegun ||= !item.isSilent;
      pages.set(item, last);
    }
    at = Math.min(at, last);
    for (const item of items) item.element.hidden = pages.get(item) !== at;
    progress.hidden = !last;
    text.textContent = t(count, { n: at + 1, m: last + 1 });
    bar.style.width = `${((at + 1) / (last + 1)) * 100}%`;
    back.hidden = !at;
    main.textContent = t(isBusy ? 'Sending…' : at < last ? 'Next' : submit);
    setAttribute(main, 'aria-disabled', isBusy);
  }

  function turn(by: number): void {
    at += by;
    update();
    progress.focus();
  }

  /** Says what is wrong at each input, and goes to the first. */
  function tell(wrong: ReadonlyMap<Item, string>): void {
    for (const item of items) item.tell?.(wrong.get(item));
    const [first] = wrong.keys();
    if (!first) return;
    at = pages.get(first) ?? at;
    update();
    first.target?.focus();
    say(t('Check {n} answer.|Check {n} answers.', { n: wrong.size }));
  }

  const finish = () => send(body?.() ?? { answers: answersOf(asked.filter((item) => pages.has(item))) });

  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = new Map<Item, string>();
    for (const [item, page] of pages) {
      const fault = (at === last || page === at) && item.fault?.();
      if (fault) wrong.set(item, fault);
    }
    tell(wrong);
    if (wrong.size > 0) return;
    if (at < last) turn(1);
    else finish();
  });
  element.addEventListener('input', update);
  update();

  return {
    element,
    notice,
    actions,
    finish,
    mark(faults) {
      const wrong = new Map<Item, string>();
      const rest: string[] = [];
      for (const { path, text } of faults) {
        const [id] = path.replace(/^answers\./, '').split('.');
        const found = items.find((item) => item.id === id) ?? (id === 'other' ? items[0] : undefined);
        if (found) wrong.set(found, wrong.get(found) ?? text);
        else rest.push(text);
      }
      tell(wrong);
      return rest.join(' ');
    },
    rest(state) {
      isBusy = state === 'sending';
      inputs.inert = actions.hidden = state === 'waiting';
      update();
    },
  };
}
