import type { FieldErrors } from '@askwell/server/contract';
import { h } from './dom.js';
import type { Item } from './inputs/control.js';
import type { Sheet } from './kind.js';
import type { Words } from './words.js';

/** A sheet as a form on the page. */
export interface SheetForm {
  readonly element: HTMLFormElement;
  /** Where it is said what went wrong, and other buttons stand. */
  readonly notice: HTMLElement;
  readonly actions: HTMLElement;
  /** Marks what the server found wrong. Returns what belongs to no input. */
  readonly mark: (errors: FieldErrors) => string[];
  /** While it is on its way nothing can be sent; while it is kept nothing can be changed either. */
  readonly rest: (how: 'ready' | 'busy' | 'kept') => void;
  /** Sends it as it is, whatever is missing. */
  readonly sendAsIs: () => void;
}

export interface SheetEvents {
  readonly send: (body: object) => void;
  /** Says something to those who don't see it. */
  readonly say: (text: string) => void;
}

/** Shows a sheet, page by page, and sends it once nothing is wrong with it. */
export function sheetForm(sheet: Sheet, t: Words, { send, say }: SheetEvents): SheetForm {
  const items = sheet.pages.flat();
  let at = 0;
  let shown: ReadonlySet<string> | undefined;
  let isResting = false;
  const isShown = ({ id }: Item) => shown?.has(id) ?? true;
  const pages = sheet.pages.map((page) =>
    h(
      'div',
      { class: 'page', part: 'page' },
      page.map(({ element }) => element),
    ),
  );
  const isOpen = (index: number) => sheet.pages[index]?.some(isShown) ?? false;
  const open = () => pages.map((_, index) => index).filter(isOpen);
  const text = h('span', null);
  const bar = h('progress', { 'aria-hidden': 'true', part: 'progress' });
  const progress = h('div', { class: 'progress', tabindex: -1 }, text, bar);
  const notice = h('div', { class: 'notice', part: 'notice', tabindex: -1, hidden: true });
  const back = h('button', { type: 'button', class: 'quiet', part: 'button', click: () => turn(-1) }, t('back'));
  const submit = h('button', { part: 'button primary', class: 'primary' });
  const actions = h('div', { class: 'actions', part: 'actions' }, back, submit);
  const body = h('div', { class: 'pages' }, progress, pages);
  const element = h('form', { novalidate: true, part: 'form' }, body, notice, actions);

  function update(): void {
    shown = sheet.shows?.();
    for (const item of items) item.element.hidden = !isShown(item);
    if (!isOpen(at)) at = open().find((index) => index > at) ?? open().at(-1) ?? 0;
    const there = open();
    const n = there.indexOf(at) + 1;
    for (const [index, page] of pages.entries()) page.hidden = index !== at;
    progress.hidden = there.length < 2;
    text.textContent = t(sheet.count, { n, m: there.length });
    bar.value = n / (there.length || 1);
    back.hidden = n < 2;
    submit.textContent = t(isResting ? 'sending' : n < there.length ? 'next' : sheet.submit);
  }

  /** Goes to the page before or after. */
  function turn(by: -1 | 1): void {
    const there = open();
    at = there[there.indexOf(at) + by] ?? at;
    update();
    progress.focus();
    element.scrollIntoView({ block: 'nearest' });
  }

  /** Says what is wrong at each input, and goes to the first. */
  function tell(wrong: ReadonlyMap<Item, string>): void {
    for (const one of items) one.tell(wrong.get(one));
    const [first] = wrong.keys();
    if (!first) return;
    at = sheet.pages.findIndex((page) => page.includes(first));
    update();
    first.focus();
    say(t('fix', { n: wrong.size }));
  }

  function faultsOf(checked: readonly Item[]): Map<Item, string> {
    return new Map(
      checked.filter(isShown).flatMap((one) => {
        const fault = one.fault();
        return fault === undefined ? [] : [[one, fault] as const];
      }),
    );
  }

  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isResting) return;
    const isLast = open().at(-1) === at;
    const wrong = faultsOf(isLast ? items : (sheet.pages[at] ?? []));
    tell(wrong);
    if (wrong.size > 0) return;
    if (isLast) send(sheet.body(isShown));
    else turn(1);
  });
  element.addEventListener('input', ({ target }) => {
    update();
    for (const one of items) if (target instanceof Node && one.element.contains(target)) one.tell(undefined);
  });
  update();

  return {
    element,
    notice,
    actions,
    mark(errors) {
      const wrong = new Map<Item, string>();
      const rest: string[] = [];
      for (const [path, [message = '']] of Object.entries(errors)) {
        const id = path.replace(/^answers\./, '').split('.')[0];
        const found = items.find((one) => one.id === id);
        if (found) wrong.set(found, message);
        else rest.push(message);
      }
      tell(wrong);
      return rest;
    },
    rest(how) {
      isResting = how === 'busy';
      body.inert = how === 'kept';
      submit.setAttribute('aria-disabled', String(isResting));
      update();
    },
    sendAsIs: () => send(sheet.body(isShown)),
  };
}
