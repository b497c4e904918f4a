import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { Terms } from '../../core/asks/stored-ask.js';
import type { PublicHead } from '../../shared/contract/resources.js';
import type { AfterAnswer } from '../../shared/presentation/after-answer.js';
import type { ResultsModel } from '../../shared/presentation/results/blocks.js';
import { icons } from '../ui/icons.js';
import { richText } from '../ui/rich-text.js';
import { renderResults } from './render-blocks.js';

/** The parts of a heading. Pages after an answer have only the title. */
type HeadingParts = Pick<PublicHead, 'title'> & Partial<Pick<PublicHead, 'description'>>;

/** The title and the description of an ask. */
export function heading({ title, description }: HeadingParts, localizer?: Pick<Localizer, 'formulas'>): Html {
  return html`<header class="ask-head"><h1 dir="auto">${title}</h1>${richText(description, { formulas: localizer?.formulas })}</header>`;
}

/** The heading of a form. Only its first step has the description. */
export function stepHeading(
  head: HeadingParts,
  step: { readonly number: number } | null,
  localizer: Pick<Localizer, 'formulas'>,
): Html {
  return heading(step && step.number > 0 ? { title: head.title } : head, localizer);
}

/** A status message with an icon. */
export function statusNotice(
  icon: Html,
  title: Html,
  more: HtmlPart = null,
  look: 'good' | 'plain' | 'draft' = 'good',
): Html {
  return html`<div class="notice ${look}" role="status">${icon}<div><p class="notice-title">${title}</p>${more}</div></div>`;
}

/** Confirms an answer, in the words of the author if there are any. */
export function thanksSection(
  { words, withLang, formulas }: Localizer,
  after: AfterAnswer | null,
  standard: string | null | undefined,
): Html {
  const { title, message } = after ?? {};
  const heading = title && html`<h2 dir="auto">${title}</h2>`;
  const text = richText(message ?? (title ? null : standard), { formulas });
  const authored = (heading || text) && html`${heading}${text}`;
  return html`<div class="thanks" role="status">${icons.done}<div>${authored || html`<p>${withLang(words.thanks)}</p>`}</div></div>`;
}

/** Says that the page shows a draft. */
export function previewNotice({ words, withLang }: Localizer): Html {
  return statusNotice(icons.alert, withLang(words.preview.title), null, 'draft');
}

/** The actions of the owner of a draft: open it, or show it to others with a link. */
export function draftAdvice({ words, withLang }: Localizer, url: string): Html {
  const { open, link, linkAdvice } = words.preview;
  return html`<div class="draft-advice muted"><p>${withLang(open)}</p><p><a href="${url}">${withLang(link)}</a><br>${withLang(linkAdvice)}</p></div>`;
}

/** The reason why no answers are accepted: closed, not open yet, or full. */
export function closedNotice({ words, withLang, fillGap, time }: Localizer, head: PublicHead, now: string): Html {
  const { state } = words;
  if (head.status === 'open' && head.opens_at !== null && now < head.opens_at) {
    return statusNotice(icons.clock, fillGap(state.opens, time(head.opens_at)), null, 'plain');
  }
  const isClosed = head.status === 'closed' || (head.closes_at !== null && now >= head.closes_at);
  return statusNotice(icons.clock, withLang(isClosed ? state.closed : state.full), null, 'plain');
}

/** An error on a page without a form to correct. It gets the focus. */
export function problem(reason: Html): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus>${icons.alert}<p class="problem-title">${reason}</p></div>`;
}

/** Says whether an answer is stored with the user who gives it. Null if the ask needs no user. */
export function anonymityNote({ words, withLang }: Localizer, { one_per, anonymous }: Terms): Html | null {
  if (one_per !== 'user') return null;
  return html`<p class="muted">${withLang(anonymous ? words.signIn.anonymous : words.signIn.named)}</p>`;
}

/**
 * Asks the visitor to sign in to the app.
 *
 * @param url The sign-in page of the app. Null if the app has not set `signInUrl`.
 */
export function signInNotice({ words, withLang }: Localizer, url: string | null): Html {
  const { title, link, advice } = words.signIn;
  // The sign-in page may refuse to be shown in a frame.
  const next =
    url === null
      ? html`<p>${withLang(advice)}</p>`
      : html`<p class="actions"><a class="button primary" href="${url}" target="_top">${withLang(link)}</a></p>`;
  return statusNotice(icons.person, withLang(title), next, 'plain');
}

/** Content that is collapsed under its title. */
export function folded(title: Html, content: Html, isOpen = false): Html {
  return html`<details class="more"${isOpen && html` open`}><summary>${title}</summary>${content}</details>`;
}

/** The results of an ask under their title. */
export function resultsSection(localizer: Localizer, results: ResultsModel): Html {
  return html`<section class="results" aria-labelledby="results"><h2 id="results">${localizer.withLang(results.title)}</h2>
${renderResults(localizer, results)}</section>`;
}

/** The collapsed results, for visitors who have not answered. */
export function foldedResults(localizer: Localizer, results: ResultsModel): Html {
  return folded(
    localizer.withLang(results.title),
    html`<div class="results">${renderResults(localizer, results)}</div>`,
  );
}
