import type { ScaleLabels } from '@askwell/server/contract';
import type { BarChart, Block, Column } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import { picture } from '../inputs/control.js';
import { type Child, h } from '../ui/dom.js';
import { endLabels } from '../ui/end-labels.js';
import { textNode } from './text-node.js';

/** Renders a filled bar. */
function fill(share: number, name = 'fill'): HTMLElement {
  const element = h('div', name);
  element.style.width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  return element;
}

/** A bar chart. Each bar can be read as text. */
export function bars({ bars: list, ends, isCompact }: BarChart): Child {
  const chart = h(
    'ul',
    isCompact ? 'bars compact' : 'bars',
    list.map(({ label, image, share, figure, details, marks, isLeading }) =>
      h(
        'li',
        isLeading ? 'result leading' : 'result',
        picture(image),
        h('span', 'text', textNode(label)),
        h(
          'span',
          'figure',
          h('b', '', h('bdi', '', figure)),
          details.map((detail) => [' ', h('bdi', '', detail)]),
        ),
        h('div', 'bar', fill(share)),
        marks.length > 0 &&
          h(
            'div',
            'marks',
            marks.map(({ text }) => h('span', 'mark', text)),
          ),
      ),
    ),
  );
  return [chart, endLabels(ends)];
}

/** A histogram. The columns are in the order of their values. */
export function columns(list: readonly Column[], ends: ScaleLabels | null | undefined): Child {
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'group' },
    h(
      'ol',
      'columns',
      list.map(({ label, share, figure }) => {
        const column = h('div', 'fill column');
        column.style.height = `${Math.min(1, Math.max(0, share)) * 96}px`;
        return h('li', '', h('span', 'help', label), ' ', h('bdi', 'figure', figure), column);
      }),
    ),
    endLabels(ends),
  );
}

/** The number of colors of the parts of a stacked bar. */
const partColors = 6;

/** A stacked bar for each row of a matrix, with the share of each option below. */
export function stack({ options, rows }: Extract<Block, { type: 'stack' }>): Child {
  return h(
    'ul',
    'bars',
    rows.map(({ label, parts }) =>
      h(
        'li',
        'stack',
        h('p', 'text', textNode(label)),
        h(
          'div',
          'bar',
          parts.map(({ share }, at) => fill(share, `fill part-${at % partColors}`)),
        ),
        h(
          'ul',
          'total',
          parts.map(({ figure }, at) =>
            h('li', 'key', h('i', `fill part-${at % partColors}`), textNode(options[at] ?? ''), h('bdi', '', figure)),
          ),
        ),
      ),
    ),
  );
}
