import { type Html, type HtmlPart, html } from '../../base/html.js';
import type { Ask } from '../../shared/contract/resources.js';
import { formatAge } from '../ages.js';
import { breakable, code, time } from '../components.js';
import { statusText } from '../home/ask-labels.js';
import { askPath } from '../home/ask-path.js';
import { kindNames } from '../kind-names.js';
import { noticeSection } from '../notices/notice-view.js';
import { embedWays } from './embed-snippets.js';
import type { ShareContext } from './share-context.js';
import { linkField, sharePath, viewLink } from './share-parts.js';
import { type TicketForms, ticketSection } from './ticket-view.js';

/** The tab: link and QR code, embed code, prefilled links, tickets, and the settings that matter for sharing. */
export function shareView(context: ShareContext, forms: TicketForms): Html {
  const { shown } = context.ask;
  const needsTicket = shown.one_per === 'ticket';
  const tickets = ticketSection(context, forms);
  const others = html`${embedSection(context)}
${prefillSection(context)}`;
  if (needsTicket && shown.status !== 'draft')
    return html`<div class="share-columns"><div class="share-main">${tickets}</div>
${settingsSection(context)}
<div class="share-main">${plainLinkSection(context)}
${others}
${noticeSection(context)}</div></div>`;
  return html`${linkSection(context)}
<div class="share-columns">${settingsSection(context)}
<div class="share-main">${needsTicket && tickets}
${others}
${!needsTicket && tickets}
${noticeSection(context)}</div></div>`;
}

/** The link that has no ticket, after the tickets, which visitors need. */
function plainLinkSection({ ask, link }: ShareContext): Html {
  return html`<section class="section stacked" id="share">
<h2>Share a link without a ticket</h2>
<p class="help">Visitors see the ${kindNames[ask.kind].toLowerCase()}, and enter the code of their ticket to answer it.</p>
${linkField('link', 'Link without a ticket', link, { more: viewLink(link) })}
</section>`;
}

function linkSection(context: ShareContext): Html {
  const { ask, link, serverUrl } = context;
  const kind = kindNames[ask.kind].toLowerCase();
  const isDraft = ask.shown.status === 'draft';
  const preview = `${serverUrl}${ask.previewPath()}`;
  const links = isDraft
    ? html`<p>This ${kind} is a draft. Its link accepts answers after you publish it.</p>
${publishForm(context)}
${linkField('preview', 'Preview link', preview, { more: viewLink(preview) })}
<p class="help">Shows the draft to anyone who has the link, for seven days. A draft accepts no answers.</p>
${linkField('link', `Link after you publish the ${kind}`, link)}`
    : html`<p class="help">Visitors answer on this page. They need no account.</p>
${linkField('link', 'Link', link, { look: 'primary', more: viewLink(link) })}`;
  return html`<section class="section share-link" id="share">
<div class="share-links"><h2>Share a link</h2>
${links}</div>
<figure class="share-qr"><img src="${sharePath(context, '/qr.svg')}" alt="QR code of the link${isDraft && `. It works after you publish the ${kind}.`}" width="176" height="176">
<figcaption><p class="help">${isDraft ? `For the link after you publish the ${kind}.` : 'Opens the link on a phone.'}</p>
<p>Download: <a href="${sharePath(context, '/qr.svg')}" download>SVG<span class="unseen"> image of the QR code</span></a> · <a href="${sharePath(context, '/qr.png')}" download>PNG<span class="unseen"> image of the QR code</span></a></p></figcaption></figure>
</section>`;
}

/** Publishes a draft. A page that shows a secret has no forms. */
function publishForm({ request: { base }, ask: { id, kind } }: ShareContext): Html {
  return html`<form method="post" action="${base}/dashboard/asks/actions?from=share"><button class="button primary" name="do" value="open:${id}">Publish the ${kind}</button></form>
`;
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
  return status === 'draft' ? 'When you publish it' : 'No opening time';
}

const answerLimits: Readonly<Record<NonNullable<Ask['one_per']> | 'none', string>> = {
  none: 'Any number for each visitor',
  browser: 'One for each browser',
  ip: 'One for each IP address',
  ticket: 'One for each ticket',
  user: 'One for each signed-in user of your app',
};

function websites(site: ShareContext['site']): HtmlPart {
  if (!site || site.origins.length === 0) return 'Any website';
  return html`Only these: <ul class="origins">${site.origins.map((origin) => html`<li><bdi>${breakable(origin.replace('https://', ''))}</bdi></li>`)}</ul>`;
}

/** The ways to embed an ask. One is open at a time, also without JavaScript. */
function embedSection(context: ShareContext): Html {
  const { ask } = context;
  const ways = embedWays(context).map(
    (
      { id, title, help, steps },
      index,
    ) => html`<details class="way" name="embed" id="embed-${id}"${index === 0 && html` open`}>
<summary><span>${title}</span></summary>
<div class="way-body"><p class="help">${help}</p>
${steps.map((step, number) => html`${step.title !== undefined && html`<p class="help">${step.title}</p>`}${code(`embed-${id}-${number}`, step.code, step.what)}`)}</div>
</details>`,
  );
  return html`<section class="section stacked" id="embed">
<h2>Embed on a website</h2>
${ask.shown.status === 'draft' && html`<p class="help">Other websites show a draft only after you publish it.</p>`}
<div class="ways">${ways}</div>
${seen(context)}
</section>`;
}

/** Where the ask was loaded lately, to confirm that an embed works. */
function seen({ seenOrigins, now }: ShareContext): Html {
  if (seenOrigins.length === 0) {
    return html`<p class="seen help">Not seen on any website yet since the server started.</p>`;
  }
  const items = seenOrigins.map(
    ({ origin, at }) => html`<li>Seen on <bdi class="mono">${origin}</bdi> ${formatAge(now - at)}</li>`,
  );
  return html`<ul class="seen" id="seen">${items}</ul>
<p class="help">Websites that loaded it since the server started. Nothing about their visitors is stored.</p>`;
}
