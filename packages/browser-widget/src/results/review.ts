import type {
  PresentedScore,
  ReviewFact,
  ReviewItem,
  ReviewPart,
} from '../../../server-lib/src/shared/presentation/results/blocks.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';
import { textNode } from './text-node.js';

/** The score of an attempt: the percentage in large figures, the rest small. */
export function score({ percentage, points, verdict, band }: PresentedScore, t: Translator): Child {
  return h(
    'section',
    'score',
    h('b', '', percentage),
    h('span', 'help', points),
    verdict && h('span', verdict.isPassed ? 'mark correct' : 'mark incorrect', verdict.text),
    band && h('div', 'band', h('h3', 'text', band.title), band.message && t.richText(band.message, 'text')),
  );
}

/** How each question was answered. */
export function review(items: readonly ReviewItem[], t: Translator): Child {
  return h(
    'ol',
    'feedback',
    items.map(({ prompt, verdict, points, parts, isOrdered, otherFacts, explanation }) =>
      h(
        'li',
        'question',
        h('h3', 'label text', t.richLabel(prompt)),
        h('p', '', h('span', `mark ${verdict.type}`, verdict.text), points && [' ', h('bdi', 'figure', points)]),
        parts[0] &&
          h(
            isOrdered ? 'ol' : 'ul',
            isOrdered ? 'options places' : 'options',
            parts.map((part) => reviewed(part, t)),
          ),
        otherFacts[0] &&
          h(
            'dl',
            'numbers',
            otherFacts.map((other) => fact(other, t)),
          ),
        explanation && t.richText(explanation, 'help text'),
      ),
    ),
  );
}

function reviewed({ label, verdict, note, correction }: ReviewPart, t: Translator): Child {
  return h(
    'li',
    `option reviewed ${verdict ? `${verdict}-part` : ''}`,
    h('span', 'text', textNode(label, t)),
    note && h('span', `mark ${verdict ?? 'unanswered'}`, note),
    correction && h('span', 'text help', textNode(correction, t)),
  );
}

function fact({ name, values, isOrdered }: ReviewFact, t: Translator): Child {
  return h('div', '', h('dt', '', name), h('dd', '', answer(values, isOrdered, t)));
}

function answer(values: ReviewFact['values'], isOrdered: boolean, t: Translator): Child {
  const [first] = values;
  if (values.length === 1 && first !== undefined) return textNode(first, t);
  return h(
    isOrdered ? 'ol' : 'ul',
    isOrdered ? 'order' : '',
    values.map((value) => h('li', '', textNode(value, t))),
  );
}
