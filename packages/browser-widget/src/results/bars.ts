import { type Child, h } from '../ui/dom.js';

/** One bar with what it stands for. */
export interface Bar {
  readonly label: string;
  /** 0 to 1: how long the bar is. */
  readonly share: number;
  /** What the bar says, in figures. */
  readonly figure: string;
  /** More of it. */
  readonly detail?: string;
  /** Signs that it is the visitor's own, the winner … */
  readonly marks?: readonly (string | false | undefined)[];
}

/** Bars one under the other, each readable as words. */
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
        h('span', 'figure', h('b', '', figure), ` ${detail}`),
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

/** Something good to know, by a sign and by words. */
export function mark(text: string, isGood = true): Child {
  return h('span', isGood ? 'mark' : 'mark bad', text);
}
