import { type Html, type HtmlPart, html } from '../../base/html.js';

/** A link with a sentence about its page. */
export interface ListedLink {
  readonly href: string;
  readonly title: string;
  readonly text: HtmlPart;
}

/** A list of links, two in a row if there is space. */
export function linkList(links: readonly ListedLink[]): Html {
  const items = links.map(
    ({ href, title, text }) => html`<li><a class="name" href="${href}">${title}</a><p class="help">${text}</p></li>`,
  );
  return html`<ul class="link-list">${items}</ul>`;
}
