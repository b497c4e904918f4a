import { type Child, h, icon } from '../dom.js';
import type { Words } from '../words.js';

/** One bar with what it stands for. */
export interface Bar {
  readonly label: string;
  /** 0 to 1: how long the bar is. */
  readonly share: number;
  /** What the bar says, in figures. */
  readonly figure: string;
  /** More of it. */
  readonly detail?: string | undefined;
  /** Signs that it is the visitor's own, the winner … */
  readonly marks?: readonly (string | false | undefined)[];
}

/** Bars one under the other, each readable as words. */
export function bars(rows: readonly Bar[]): HTMLElement {
  return h(
    'ul',
    { class: 'bars', part: 'bars' },
    rows.map(({ label, share, figure, detail, marks = [] }) => {
      const fill = h('div', { class: 'fill', part: 'bar-fill' });
      fill.style.inlineSize = `${share * 100}%`;
      return h(
        'li',
        { part: 'result' },
        h('span', { class: 'text' }, label),
        h('span', { class: 'figure', part: 'figure' }, h('b', null, figure), detail && ` ${detail}`),
        h('div', { class: 'bar', part: 'bar' }, fill),
        marks.map((mark) => mark && h('span', { class: 'mark', part: 'mark' }, icon('check'), mark)),
      );
    }),
  );
}

/** How many there were in all, and that the figures move by themselves. */
export function total(count: string, t: Words): Child {
  return h('p', { class: 'total', part: 'total' }, count, h('span', { class: 'live' }, t('live')));
}
