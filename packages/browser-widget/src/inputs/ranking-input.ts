import type { Translator } from '../translate.js';
import { h, setAttribute } from '../ui/dom.js';
import { type Control, picture } from './control.js';
import { enableDrag } from './enable-drag.js';
import { type OptionListOptions, outOfBounds } from './option-list.js';

/** A row of the list, with the elements that change. */
interface Row {
  readonly id: string;
  readonly grip: HTMLElement;
  readonly badge: HTMLElement;
}

/** Creates a list to rank by dragging, by arrows or by clicking. Ranked rows come first. `isComplete`: all are ranked. */
export function rankingInput(asked: OptionListOptions, t: Translator, isComplete = false): Control<string[]> {
  const { options, max_choices } = asked;
  let count = isComplete ? options.length : 0;
  const status = h('p', { role: 'status', class: 'unseen' });
  const list = h('ol', 'ranking');
  const rows = new Map<Element, Row>();
  const placeOf = (row: Element) => [...list.children].indexOf(row);
  const isRanked = (row: Element) => placeOf(row) < count;
  const neighbourOf = (row: Element, by: number) => list.children[placeOf(row) + by];

  const isFull = () => count === max_choices;

  /** Moves a row by one place, or into or out of the ranked rows. Its neighbor is moved in the DOM, so that it keeps the focus. */
  function step(row: Element, by: number): void {
    const neighbour = neighbourOf(row, by);
    if (!isComplete && placeOf(row) === (by < 0 ? count : count - 1)) count -= by;
    else if (neighbour) row[by < 0 ? 'after' : 'before'](neighbour);
  }

  /** Moves a row to the end of the ranked rows, or out of them. */
  function toggle(row: Element): void {
    const before = isRanked(row);
    while (isRanked(row) === before) step(row, before ? 1 : -1);
  }

  function update(): void {
    for (const [row, { grip, badge }] of rows) {
      const isIn = isRanked(row);
      row.classList.toggle('ranked', isIn);
      setAttribute(grip, 'aria-pressed', !isComplete && String(isIn));
      badge.textContent = isIn ? t.number(placeOf(row) + 1) : '';
    }
  }

  for (const { id, label: markedLabel, image_url } of options) {
    // A link in a button cannot be followed.
    const label = t.plain(markedLabel);
    let hasMoved = false;
    const text = h('span', 'text', /\$/.test(markedLabel) ? t.richLabel(markedLabel) : label);
    /** Changes the place of the row, and announces it. If no more rows can be ranked, says so. */
    const act = (by: number, change: (row: Element, by: number) => void) => {
      const isRefused = by < 0 && !isRanked(row) && isFull();
      status.className = isRefused ? 'help' : 'unseen';
      if (!isRefused) change(row, by);
      update();
      const place = t(isRanked(row) ? '{label}: place {n} of {m}' : '{label}: not ranked', {
        // The logic of a form can change it.
        label: text.innerText,
        n: placeOf(row) + 1,
        m: options.length,
      });
      status.textContent = isRefused ? `${t('At most {n}.', { n: count })} ${place}` : place;
      list.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const move = (by: number) => act(by, isRanked(row) ? step : by < 0 ? toggle : () => {});
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
      click({ detail }: MouseEvent) {
        // The click at the end of a drag is ignored. A click by keyboard has no detail.
        if (!(hasMoved && detail) && !isComplete) act(isRanked(row) ? 1 : -1, toggle);
      },
      keydown(event: KeyboardEvent) {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        move(by);
      },
      pointerdown() {
        hasMoved = false;
      },
    };
    const badge = h('span', 'badge');
    const image = picture(image_url);
    if (image) image.width = image.height = 40;
    const grip = h('button', { type: 'button', class: 'grip', value: id, ...listeners }, badge, image, text);
    const row = h('li', 'option', grip, arrow(-1), arrow(1));
    enableDrag(grip, badge, (y) => {
      const by = [-1, 1].find((way) => isPast(y, neighbourOf(row, way), way));
      if (!by) return;
      hasMoved = true;
      act(by, step);
    });
    rows.set(row, { id, grip, badge });
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
          isComplete
            ? 'Drag them or use the arrows to change the order.'
            : 'Select them in order, the best first. Drag them or use the arrows to change the order.',
        ),
      ),
      list,
      status,
    ),
    target: list.querySelector('button') ?? list,
    isGroup: true,
    value() {
      const ranked = [...list.children].slice(0, count).map((row) => rows.get(row)?.id ?? '');
      return ranked.length > 0 ? ranked : undefined;
    },
    setAnswer(initial) {
      for (const wanted of initial(''))
        for (const [row, { id }] of rows) {
          if (id !== wanted) continue;
          if (isComplete) list.append(row);
          else if (!isRanked(row) && !isFull()) toggle(row);
        }
      update();
    },
    validate: () => outOfBounds(count, asked.min_choices, max_choices, t),
  };
}

/** Returns whether a pointer has passed the middle of an element in a direction. */
function isPast(y: number, element: Element | undefined, way: number): boolean {
  if (!element) return false;
  const { top, height } = element.getBoundingClientRect();
  return (y - top - height / 2) * way > 0;
}
