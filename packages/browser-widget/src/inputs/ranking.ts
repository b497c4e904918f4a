import { h, icon } from '../dom.js';
import type { Words } from '../words.js';
import type { Control } from './control.js';
import { type Choosable, type Choosing, outOfBounds } from './options.js';

type Direction = -1 | 1;

/** A list to put in order: by dragging, by arrows, or by pressing one after the other. What is ranked stands first. */
export function ranking({ options, ...bounds }: Choosing, t: Words, isWhole = false): Control<string[]> {
  let count = isWhole ? options.length : 0;
  const said = h('p', { role: 'status', class: 'unseen' });
  const list = h('ol', 'ranking');
  const buttons = new Map<Element, { readonly button: HTMLElement; readonly option: Choosable }>();
  const placeOf = (row: Element) => [...list.children].indexOf(row);
  const isRanked = (row: Element) => placeOf(row) < count;

  /** Moves a row by one place, or over the end of what is ranked. Its neighbour moves, so that it keeps the focus. */
  function step(row: Element, by: Direction): boolean {
    const neighbour = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (placeOf(row) === (by < 0 ? count : count - 1) && !isWhole) {
      const tooMany = by < 0 && outOfBounds(count + 1, { max_choices: bounds.max_choices ?? null }, t);
      said.textContent = tooMany || '';
      if (tooMany) return false;
      count -= by;
    } else if (!neighbour) return false;
    else if (by < 0) row.after(neighbour);
    else row.before(neighbour);
    return true;
  }

  /** Takes a row to the end of what is ranked, or out of it. */
  function toggle(row: Element): void {
    const before = isRanked(row);
    while (isRanked(row) === before && step(row, before ? 1 : -1));
  }

  function move(row: Element, by: Direction): void {
    if (isRanked(row)) step(row, by);
    else if (by < 0) toggle(row);
    update(row);
  }

  function update(moved?: Element): void {
    for (const [
      row,
      {
        button,
        option: { label },
      },
    ] of buttons) {
      const n = placeOf(row) + 1;
      const name = isRanked(row) ? t('place', { label, n, m: options.length }) : t('notRanked', { label });
      row.classList.toggle('ranked', isRanked(row));
      button.firstElementChild?.replaceChildren(isRanked(row) ? t.number(n) : '');
      button.ariaLabel = name;
      if (row === moved) said.textContent ||= name;
    }
    if (moved) list.dispatchEvent(new Event('input', { bubbles: true }));
  }

  for (const option of options) {
    const { label } = option;
    let hasMoved = false;
    const click = () => {
      if (!hasMoved && !isWhole) toggle(row);
      update(row);
    };
    const button = h('button', { type: 'button', class: 'grip', click }, h('span', 'badge'), h('span', 'text', label));
    const arrow = (by: Direction) =>
      h(
        'button',
        {
          type: 'button',
          class: 'arrow',
          'aria-label': t(by < 0 ? 'earlier' : 'later', { label }),
          click: () => move(row, by),
        },
        icon(by < 0 ? 'up' : 'down'),
      );
    const row = h('li', 'option', button, arrow(-1), arrow(1));
    button.addEventListener('keydown', (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(row, by < 0 ? -1 : 1);
    });
    button.addEventListener('pointerdown', ({ pointerId }) => {
      hasMoved = false;
      button.setPointerCapture(pointerId);
    });
    button.addEventListener('pointermove', ({ clientY, pointerId }) => {
      if (!button.hasPointerCapture(pointerId)) return;
      const { previousElementSibling: before, nextElementSibling: after } = row;
      const by = before && clientY < middleOf(before) ? -1 : after && clientY > middleOf(after) ? 1 : 0;
      if (by === 0 || !step(row, by)) return;
      hasMoved = true;
      update();
    });
    buttons.set(row, { button, option });
    list.append(row);
  }
  update();

  return {
    node: h('div', 'options', h('p', 'help', t(isWhole ? 'orderHelp' : 'rankHelp')), list, said),
    target: list.querySelector('button') ?? list,
    isGroup: true,
    value() {
      const ids = [...list.children].slice(0, count).map((row) => buttons.get(row)?.option.id ?? '');
      return ids.length > 0 ? ids : undefined;
    },
    fill(given) {
      for (const id of given(''))
        for (const [row, { option }] of buttons) if (option.id === id && !isRanked(row)) toggle(row);
      update();
    },
    fault: () => outOfBounds(count, bounds, t),
  };
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
