import { type Child, h } from '../ui/dom.js';

/** A bar with its label. */
export interface Bar {
  readonly label: string;
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  /** The main number, such as a percentage. */
  readonly figure: string;
  /** Further text after the number. */
  readonly detail?: string;
  /** Marks such as "Winner" and "Your choice". */
  readonly marks?: readonly (string | false | undefined)[];
}

/** Renders a list of bars. Each can be read as text. */
export function bars(rows: readonly Bar[]): HTMLElement {
  return h(
    'ul',
    'bars',
    rows.map(({ label, share, figure, detail = '', marks = [] }) => {
      const fill = h('div', 'fill');
      fill.style.width = `${share * 100}%`;
      return h(
        'li',
        'result',
        h('span', 'text', label),
        h('span', 'figure', h('bdi', '', h('b', '', figure)), ` ${detail}`),
        h('div', 'bar', fill),
        h(
          'div',
          'marks',
          marks.map((text) => text && mark(text)),
        ),
      );
    }),
  );
}

/** Renders a mark with an icon. */
export function mark(text: string, isGood = true): Child {
  return h('span', isGood ? 'mark' : 'mark bad', text);
}
