import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { AuthorText, Text } from '../../shared/presentation/results/blocks.js';
import { inlineText } from '../ui/rich-text.js';

/** Renders a text. Texts of authors are isolated, since their direction may differ. */
export function textHtml(localizer: Localizer, text: Text): Html {
  if (typeof text === 'string') return localizer.withLang(text);
  if ('author' in text) return html`<bdi>${authorHtml(localizer, text)}</bdi>`;
  return html`${text.map((part) => textHtml(localizer, part))}`;
}

/** Renders a text of an author: without marks, except in a quiz, whose formulas are hard to read as TeX. */
function authorHtml({ formulas }: Localizer, { author, marked }: AuthorText): Html {
  return formulas && marked !== undefined ? inlineText(marked, { formulas }) : html`${author}`;
}
