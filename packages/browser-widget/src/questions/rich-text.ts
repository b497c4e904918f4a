import type { PublicHead } from '@askwell/server/contract';
import { ownWord } from '../../../server-lib/src/shared/messages/own-words.js';
import {
  parseInlineText,
  parseRichText,
  plainText,
  type RichText,
} from '../../../server-lib/src/shared/presentation/rich-text.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';

/** The texts of quizzes have more marks than other texts. */
interface QuizMarks {
  readonly tokens: RegExp;
  /** Renders a formula, if it is known. */
  readonly renderFormula: (tex: string) => Child;
}

/** Returns texts in which the words of the author replace the standard ones, and marks are rendered. */
export function localize(
  t: Translator,
  { words }: PublicHead,
  { tokens, renderFormula }: Partial<QuizMarks> = {},
): Translator {
  const label = (text: string) => parseInlineText(text, tokens);

  /** Renders parsed text. Links open in a new tab, so that no answer is lost. */
  const render = (nodes: RichText, blockClass = ''): Child =>
    nodes.map((node) => {
      if (typeof node === 'string') return node;
      const { tag, content, url, start, formula } = node;
      const link = url && { href: url, rel: 'noopener noreferrer', target: /^http/i.test(url) && '_blank' };
      return (
        (formula && renderFormula?.(formula)) ||
        // A label can only have elements of a line.
        h(
          blockClass || tag !== 'pre' ? tag : 'code',
          { class: blockClass || false, start, tabindex: tag === 'pre' && 0, ...link },
          render(content),
        )
      );
    });

  return Object.assign((...[key, values]: Parameters<Translator>) => ownWord(words, key) ?? t(key, values), t, {
    richText: (text: string, blockClass: string) => render(parseRichText(text, tokens), blockClass),
    richLabel: (text: string) => render(label(text)),
    plain: (text: string) => plainText(label(text)),
  });
}
