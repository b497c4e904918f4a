import { h, setAttribute } from '../dom.js';
import type { Words } from '../words.js';
import type { Control } from './control.js';
import { type Choosing, outOfBounds } from './options.js';

/** A list to put in order: by dragging, by arrows, or by pressing one after the other. What is ranked stands first. */
export function ranking({ options, ...bounds }: Choosing, t: Words, isWhole = false): Control<string[]> {
  let count = isWhole ? options.length : 0;
  const said = h('p', { role: 'status', class: 'unseen' });
  const list = h('ol', 'ranking');
  const ids = new Map<Element, string>();
  const placeOf = (row: Element) => [...list.children].indexOf(row);
  const isRanked = (row: Element) => placeOf(row) < count;

  /** Moves a row by one place, or over the end of what is ranked. Its neighbour moves, so that it keeps the focus. */
  function step(row: Element, by: number): boolean {
    const neighbour = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!isWhole && placeOf(row) === (by < 0 ? count : count - 1)) {
      if (by < 0 && count === bounds.max_choices) return false;
      count -= by;
    } else if (by < 0) neighbour && row.after(neighbour);
    else neighbour && row.before(neighbour);
    return true;
  }

  /** Takes a row to the end of what is ranked, or out of it. */
  function toggle(row: Element): void {
    const before = isRanked(row);
    while (isRanked(row) === before && step(row, before ? 1 : -1));
  }

  function update(): void {
    for (const [at, row] of [...list.children].entries()) {
      const [button] = row.children;
      const isIn = at < count;
      row.classList.toggle('ranked', isIn);
      if (button) setAttribute(button, 'aria-pressed', !isWhole && String(isIn));
      button?.firstChild?.replaceWith(h('span', 'badge', isIn && t.number(at + 1)));
    }
  }

  for (const { id, label } of options) {
    let hasMoved = false;
    /** Does something to the row, and tells what became of it. */
    const act = (change: () => void) => {
      change();
      update();
      const n = placeOf(row) + 1;
      said.textContent = t(isRanked(row) ? '{label}: place {n} of {m}' : '{label}: not ranked', {
        label,
        n,
        m: options.length,
      });
      list.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const move = (by: number) =>
      act(() => {
        if (isRanked(row)) step(row, by);
        else if (by < 0) toggle(row);
      });
    const arrow = (by: number) =>
      h(
        'button',
        {
          type: 'button',
          class: 'arrow',
          'aria-label': t(by < 0 ? 'Move up: {label}' : 'Move down: {label}', { label }),
          click: () => move(by),
        },
        by < 0 ? '↑' : '↓',
      );
    const listeners = {
      click() {
        if (!hasMoved && !isWhole) act(() => toggle(row));
      },
      keydown(event: KeyboardEvent) {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        move(by);
      },
      pointerdown({ pointerId }: PointerEvent) {
        hasMoved = false;
        button.setPointerCapture(pointerId);
      },
      pointermove({ clientY, pointerId }: PointerEvent) {
        if (!button.hasPointerCapture(pointerId)) return;
        const { previousElementSibling: before, nextElementSibling: after } = row;
        const by = before && clientY < middleOf(before) ? -1 : after && clientY > middleOf(after) ? 1 : 0;
        if (!by) return;
        hasMoved = true;
        act(() => step(row, by));
      },
    };
    const button = h(
      'button',
      { type: 'button', class: 'grip', ...listeners },
      h('span', 'badge'),
      h('span', 'text', label),
    );
    const row = h('li', 'option', button, arrow(-1), arrow(1));
    ids.set(row, id);
    list.append(row);
  }
  update();

  return {
    node: h(
      'div',
      'options',
      h(
        'p',
        'help',
        t(
          isWhole
            ? 'Drag them or use the arrows to change the order.'
            : 'Press one after the other, the best first. Drag them or use the arrows to change the order.',
        ),
      ),
      list,
      said,
    ),
    target: list.querySelector('button') ?? list,
    isGroup: true,
    value() {
      const ranked = [...list.children].slice(0, count).map((row) => ids.get(row) ?? '');
      return ranked.length > 0 ? ranked : undefined;
    },
    fill(given) {
      for (const wanted of given('')) for (const [row, id] of ids) if (id === wanted && !isRanked(row)) toggle(row);
      update();
    },
    fault: () => outOfBounds(count, bounds, t),
  };
}

function middleOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}
