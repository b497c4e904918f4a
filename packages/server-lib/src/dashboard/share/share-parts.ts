import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { breakable, copyButton } from '../components.js';
import { askPath } from '../home/ask-path.js';
import type { ShareContext } from './share-context.js';

/** Returns the path of a page below the tab. */
export function sharePath({ request, ask }: Pick<ShareContext, 'request' | 'ask'>, rest = ''): string {
  return `${askPath(request.base, ask.id, 'share')}${rest}`;
}

/** The way back from a page below the tab. */
export function backToShare(context: ShareContext, part = ''): Html {
  return html`<p class="crumb"><a href="${sharePath(context, part)}">${icons.back}<span>Share</span></a></p>`;
}

/** A link that is copied as a whole, without JavaScript too. A long link wraps, because its end differs from other links. */
export function linkField(
  id: string,
  label: string,
  url: string,
  { look, more }: { readonly look?: 'small' | 'primary'; readonly more?: Html } = {},
): Html {
  return html`<div class="field"><label for="${id}">${label}</label>
<div class="secret-line"><output id="${id}">${breakable(url)}</output>${copyButton(id, 'the link', look)}${more}</div></div>`;
}

/** A button that opens the page of a link. */
export function viewLink(url: string): Html {
  return html`<a class="button" href="${url}">View</a>`;
}
