import type { MathElement, PublicHead } from '@askwell/server/contract';
import { ownWord } from '../../../server-lib/src/shared/messages/own-words.js';
import {
  parseInlineText,
  parseRichText,
  plainText,
  type RichText,
} from '../../../server-lib/src/shared/presentation/rich-text.js';
import type { Translator } from '../translate.js';
import { type Child, h } from '../ui/dom.js';

/** The MathML of formulas, from all responses. The keys contain dollar signs, so that none is a member of all objects. The same TeX is the same formula in each quiz. */
const formulas: Record<string, MathElement> = {};

/** A view or a response with formulas, if it has any. */
interface Formulas {
  readonly formulas?: Readonly<Record<string, MathElement>>;
}

/** Keeps the formulas of a view or a response, so that its texts can be rendered. */
export const keepFormulas = (part: Formulas): object => Object.assign(formulas, part.formulas);

/** A view. Only quizzes have `reveal`, and formulas. */
type Localized = PublicHead & Formulas & { readonly reveal?: unknown };

/** Returns texts in which the words of the author replace the standard ones, and marks are rendered. */
export function localize(t: Translator, view: Localized): Translator {
  const { words, reveal } = view;
  const isQuiz = !!reveal;
  const label = (text: string) => parseInlineText(text, isQuiz);
  keepFormulas(view);
  return Object.assign((...[key, values]: Parameters<Translator>) => ownWord(words, key) ?? t(key, values), t, {
    richText: (text: string, blockClass: string) => render(parseRichText(text, isQuiz), blockClass),
    richLabel: (text: string) => render(label(text)),
    plain: (text: string) => plainText(label(text)),
  });
}

/** Renders parsed text. Links open in a new tab, so that no answer is lost. */
const render = (nodes: RichText, blockClass = ''): Child =>
  nodes.map((node) => {
    if (typeof node === 'string') return node;
    const { tag, content, url, start, formula = '' } = node;
    const tree = formulas[formula];
    if (tree) return math(tree);
    const link = url && { href: url, rel: 'noopener noreferrer', target: /^http/i.test(url) && '_blank' };
    // A label can only have elements of a line.
    return h(
      blockClass || tag !== 'pre' ? tag : 'code',
      { class: blockClass || false, start, tabindex: tag === 'pre' && 0, ...link },
      render(content),
    );
  });

/** Renders MathML. An inline definition may contain any attribute, such as `onclick`. Names of MathML are case-sensitive. */
function math(part: MathElement | string): Element | string {
  if (typeof part === 'string') return part;
  const { tag, attributes = {}, content } = part;
  const element = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  for (const [name, value] of Object.entries(attributes)) if (!/^on|href/.test(name)) element.setAttribute(name, value);
  element.append(...content.map(math));
  return element;
}
