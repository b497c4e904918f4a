import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Ask } from '../../shared/contract/resources.js';
import { time } from '../components.js';
import { askPath, kindNames, statusText } from '../home/ask-frame.js';
import { noticeSection } from '../notices/notice-view.js';
import { embedSection } from './embed-view.js';
import type { ShareContext } from './share-context.js';
import { linkField, sharePath } from './share-parts.js';
import { type TicketForms, ticketSection } from './ticket-view.js';

/** The tab: link and QR code, embed code, prefilled links, tickets, and the settings that matter for sharing. */
export function shareView(context: ShareContext, forms: TicketForms): Html {
  return html`${linkSection(context)}
${embedSection(context)}
${prefillSection(context)}
${ticketSection(context, forms)}
${noticeSection(context)}
${settingsSection(context)}`;
}

function linkSection(context: ShareContext): Html {
  const { ask, link, serverUrl } = context;
  const kind = kindNames[ask.kind].toLowerCase();
  const isDraft = ask.shown.status === 'draft';
  const preview = `${serverUrl}${ask.previewPath()}`;
  const open = (url: string) => html`<a class="button small" href="${url}">Open</a>`;
  const links = isDraft
    ? html`${linkField('preview', 'Preview link', preview, open(preview))}
<p class="help">Shows the draft to anyone who has the link, for seven days. A draft accepts no answers.</p>
${linkField('link', `Link after you open the ${kind}`, link)}`
    : linkField('link', 'Link', link, open(link));
  return html`<section class="section share-link" id="share">
<div class="share-links"><h2>Share a link</h2>
<p class="help">Visitors answer on this page. It needs no JavaScript and no account.</p>
${links}</div>
<div class="share-qr"><img src="${sharePath(context, '/qr.svg')}" alt="QR code of the link${isDraft && `. It works after you open the ${kind}.`}" width="176" height="176">
${isDraft && html`<p class="help">For the link after you open the ${kind}.</p>`}
<p class="share-downloads">Download: <a href="${sharePath(context, '/qr.svg')}" download>SVG<span class="unseen"> image of the QR code</span></a> · <a href="${sharePath(context, '/qr.png')}" download>PNG<span class="unseen"> image of the QR code</span></a></p></div>
</section>`;
}

function prefillSection(context: ShareContext): Html {
  return html`<section class="section stacked" id="prefill">
<h2>Prefill answers</h2>
<p class="help">Create a link whose answers are filled in already, such as the email address of a customer or the name of a campaign.</p>
<p><a class="button" href="${sharePath(context, '/prefill')}">Create a prefilled link</a></p>
</section>`;
}

function settingsSection({ request, ask, site }: ShareContext): Html {
  const { shown } = ask;
  const facts: readonly (readonly [string, HtmlPart])[] = [
    ['Status', statusText(shown)],
    ['Opens', opening(shown)],
    ['Closes', shown.closes_at === null ? 'When you close it' : time(shown.closes_at)],
    ['Answers', answerLimits[shown.one_per ?? 'none']],
    ['Websites', websites(site)],
  ];
  return html`<section class="section stacked" id="who">
<h2>Who can answer</h2>
<dl class="facts card">${facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<p class="actions"><a href="${askPath(request.base, ask.id, 'settings')}">Change the settings</a>${site && html` <a href="${request.base}/dashboard/sites/${site.id}">Edit the site <bdi>${site.name}</bdi></a>`}</p>
</section>`;
}

function opening({ status, opens_at }: Ask): HtmlPart {
  if (opens_at !== null) return time(opens_at);
  return status === 'draft' ? 'When you open it' : 'No opening time';
}

const answerLimits: Readonly<Record<NonNullable<Ask['one_per']> | 'none', string>> = {
  none: 'Any number for each visitor',
  browser: 'One for each browser',
  ip: 'One for each IP address',
  ticket: 'One for each ticket',
  user: 'One for each signed-in user of your app',
};

function websites(site: ShareContext['site']): HtmlPart {
  if (!site || site.origins.length === 0) return 'Any website can embed it.';
  return html`Only these origins can embed it: <ul class="origins">${site.origins.map((origin) => html`<li><bdi>${origin}</bdi></li>`)}</ul>`;
}
