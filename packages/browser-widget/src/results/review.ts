import type { PresentedScore, ReviewItem } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import { type Child, h } from '../ui/dom.js';
import { textNode } from './text-node.js';

/** The score of an attempt. */
export function score({ percentage, points, verdict, band }: PresentedScore): Child {
  return [
    h(
      'p',
      'score',
      h('b', '', percentage),
      points,
      verdict && h('span', verdict.isPassed ? 'mark correct' : 'mark incorrect', verdict.text),
    ),
    band && h('div', 'band', h('h3', 'text', band.title), band.message && h('p', 'text', band.message)),
  ];
}

/** How each question was answered. */
export function review(items: readonly ReviewItem[]): Child {
  return h(
    'ol',
    'feedback',
    items.map(({ prompt, verdict, points, facts, explanation }) =>
      h(
        'li',
        'question',
        h('h3', 'label text', prompt),
        h('p', '', h('span', `mark ${verdict.type}`, verdict.text), points && [' ', h('bdi', 'figure', points)]),
        facts.length > 0 &&
          h(
            'dl',
            'numbers',
            facts.map(({ name, values, isOrdered }) =>
              h('div', '', h('dt', '', name), h('dd', '', answer(values, isOrdered))),
            ),
          ),
        explanation && h('p', 'help text', explanation),
      ),
    ),
  );
}

function answer(values: ReviewItem['facts'][number]['values'], isOrdered: boolean): Child {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return textNode(first);
  return h(
    isOrdered ? 'ol' : 'ul',
    isOrdered ? 'order' : '',
    values.map((value) => h('li', '', textNode(value))),
  );
}
