import type { PublicHead } from '@askwell/server/contract';
import { ownWord } from '../../../server-lib/src/shared/messages/own-words.js';
import {
  parseInlineText,
  parseRichText,
  plainLabel,
  type RichText,
} from '../../../server-lib/src/shared/presentation/rich-text.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';

/** Returns texts in which the words of the author replace the standard ones, and marks are rendered. */
export const localize = (t: Translator, { words }: PublicHead): Translator =>
  Object.assign((...[key, values]: Parameters<Translator>) => ownWord(words, key) ?? t(key, values), t, {
    richText: (text: string, blockClass: string) => render(parseRichText(text), blockClass),
    richLabel: (label: string) => render(parseInlineText(label)),
    plain: plainLabel,
  });

/** Renders parsed text. Links open in a new tab, so that no answer is lost. */
const render = (nodes: RichText, blockClass = ''): Child =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { tag, content, url, start } = node;
    const link = url && { href: url, rel: 'noopener noreferrer', target: /^http/i.test(url) && '_blank' };
    return h(tag, { class: blockClass || false, start, ...link }, render(content));
  });
