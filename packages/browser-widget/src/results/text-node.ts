import type { Text } from '../../../server-lib/src/shared/presentation/results/blocks.js';
import { type Child, h } from '../ui/dom.js';

/**
 * Renders a text. Texts of authors are isolated, since their direction may differ. A sequence is one element: in a grid, each
 * of its parts would be in a separate line.
 */
export function textNode(text: Text): Child {
  if (typeof text === 'string') return text;
  return 'author' in text ? h('bdi', '', text.author) : h('span', '', text.map(textNode));
}
