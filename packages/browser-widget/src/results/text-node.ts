import type { Text } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';

/**
 * Renders a text. Texts of authors are isolated, since their direction may differ. A sequence is one element: in a grid, each
 * of its parts would be in a separate line.
 *
 * @param t Set for texts of quizzes, whose formulas are hard to read as TeX.
 */
export function textNode(text: Text, t?: Translator): Child {
  if (typeof text === 'string') return text;
  if (!('author' in text))
    return h(
      'span',
      '',
      text.map((part) => textNode(part, t)),
    );
  return h('bdi', '', t && text.marked ? t.richLabel(text.marked) : text.author);
}
