import type { Text } from '../../../server-lib/src/presentation/results/blocks.js';
import { type Child, h } from '../ui/dom.js';

/** Renders a text. Texts of authors are isolated, since their direction may differ. */
export function textNode(text: Text): Child {
  if (typeof text === 'string') return text;
  return 'author' in text ? h('bdi', '', text.author) : text.map(textNode);
}
