import { type Html, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Text } from '../../shared/presentation/results/blocks.js';

/** Renders a text. Texts of authors are isolated, since their direction may differ. */
export function textHtml(localizer: Localizer, text: Text): Html {
  if (typeof text === 'string') return localizer.withLang(text);
  if ('author' in text) return html`<bdi>${text.author}</bdi>`;
  return html`${text.map((part) => textHtml(localizer, part))}`;
}
