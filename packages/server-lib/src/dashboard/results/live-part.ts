import { type Html, html } from '../../base/html.js';

/** Says that a part of the page follows new answers. Without JavaScript, a link loads the page again. */
export function liveWords(reloadUrl: string): Html {
  return html`<a href="${reloadUrl}" data-live-reload>Reload</a><span class="live-words" data-live-words hidden>Live</span><span class="unseen" data-live-words hidden>: new answers appear by themselves</span>`;
}

/** A part of a page that a script replaces when there are new answers. */
export function liveContent(state: string, content: Html): Html {
  return html`<div id="live" data-live="${state}">${content}</div>`;
}

/** A part of a page that follows new answers, below the words that say so. */
export function livePart(state: string, content: Html, reloadUrl: string): Html {
  return html`<p class="live-line">${liveWords(reloadUrl)}</p>
${liveContent(state, content)}`;
}

/** Returns whether a request has the current state already, so that the page does not have to be sent. */
export function isCurrent(ifNoneMatch: string | undefined, state: string): boolean {
  return ifNoneMatch === `"${state}"`;
}
