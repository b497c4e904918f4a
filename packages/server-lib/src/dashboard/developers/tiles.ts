import { type Html, type HtmlPart, html } from '../../base/html.js';

/** A link as a card. */
export interface Tile {
  readonly href: string;
  readonly title: string;
  readonly text: HtmlPart;
}

/** A list of links as cards, three in a row if there is space. */
export function tiles(links: readonly Tile[]): Html {
  const items = links.map(
    ({ href, title, text }) =>
      html`<li><a class="tile" href="${href}"><span class="tile-title">${title}</span><span class="tile-text">${text}</span></a></li>`,
  );
  return html`<ul class="tiles">${items}</ul>`;
}
