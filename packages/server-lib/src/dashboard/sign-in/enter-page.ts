import { z } from 'zod';
import { type Html, html } from '../../base/html.js';
import type { HttpExchange } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { Session } from '../../owners/access/session.js';
import { signInLinkPath as path } from '../../owners/accounts/dashboard-link.js';
import type { SignInLinkRow } from '../../owners/accounts/link-queries.js';
import { signInLinkSeconds } from '../../owners/accounts/sign-in-links.js';
import type { Guards } from '../guards.js';
import { homeLink, narrowPage } from '../layout/layout.js';
import type { PageLinks } from '../layout/page-links.js';
import { createLinkCookie } from '../link-cookie.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm, formText } from '../read-form.js';
import { startBrowserSession } from '../session-cookie.js';

const fields = z.strictObject({ account: formText });

/**
 * `/enter`: sign in with a link of the host app. GET opens no session, because programs that check links open them, and the
 * user confirms the name of the account, so that nobody can be signed in to the account of somebody else without a notice.
 * For a browser that is signed in to the account already, GET consumes the link and redirects to the page.
 */
export function enterRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { signInLinks, securityEvents } = services;
  const cookie = createLinkCookie(services, {
    name: 'enter',
    path,
    pattern: /^[A-Za-z0-9_-]{43}$/,
    maxAgeSeconds: signInLinkSeconds,
  });
  const urlOf = ({ base }: PageLinks, next: string | null) => next ?? `${base}/dashboard`;

  return [
    {
      path,
      get: guards.get(async (request) => {
        const { exchange, session } = request;
        const token = queryParam(request, 'token');
        if (token !== undefined) return cookie.take(exchange, token);
        const sent = cookie.read(exchange);
        const link = await signInLinks.find(sent);
        const isCurrent = link !== undefined && session?.account.id === link.account_id;
        if (isCurrent && isVisit(exchange)) await signInLinks.take(sent);
        if (!link) return page(invalidView(request), { status: 410, headers: cookie.clear(exchange) });
        if (isCurrent) return seeOther(urlOf(request, link.next), cookie.clear(exchange));
        if (isOfHostNow(session)) return page(otherUserView(request, session), { status: 403 });
        return page(questionView(request, link, session));
      }),
      post: guards.post(async (request, form) => {
        const { account } = checkForm(fields, form);
        const { exchange, session } = request;
        const token = cookie.read(exchange);
        const found = await signInLinks.find(token);
        if (isOfHostNow(session) && found && session.account.id !== found.account_id)
          return page(otherUserView(request, session), { status: 403 });
        // After the question was shown, the browser has opened a link of another account.
        if (found && String(found.account_id) !== account)
          return page(questionView(request, found, session), { status: 409 });
        const link = await signInLinks.take(token);
        const cleared = cookie.clear(exchange);
        if (!link) return page(invalidView(request), { status: 410, headers: cleared });
        const opened = await startBrowserSession(services, exchange, link.account, { byLink: true });
        securityEvents.record({ kind: 'signed_in', account: link.account, client: services.clientKeyOf(exchange) });
        return seeOther(urlOf(request, link.next), [...opened, ...cleared]);
      }),
    },
  ];
}

/** Returns whether a user opens the page: not a program that asks for the headers, nor a browser that loads the page in advance. */
function isVisit(exchange: HttpExchange): boolean {
  return exchange.method === 'GET' && exchange.header('sec-purpose')?.startsWith('prefetch') !== true;
}

/** Returns whether the host says at this request who the user is: it decides, not a link. */
function isOfHostNow(session: Session | null): session is Session {
  return session !== null && session.id === null;
}

function questionView(links: PageLinks, { name, host_user, account_id }: SignInLinkRow, session: Session | null): Html {
  return narrowPage(
    links,
    'Open the dashboard',
    html`<h1>Continue as <bdi>${name}</bdi>?</h1>
<p class="help">ID of the account: <bdi class="mono">${host_user}</bdi></p>
<p>${
      session
        ? html`You are signed in as <bdi>${session.account.name}</bdi>, and will be signed out of that account.`
        : html`You will see the polls, quizzes and forms of this account. If this is not you, close this page.`
    }</p>
<form class="form" method="post" action="${links.base}${path}"><input type="hidden" name="account" value="${account_id}"><div class="actions"><button class="button primary"><span>Continue as <bdi>${name}</bdi></span></button>${
      session &&
      html`<a class="button" href="${links.base}/dashboard"><span>Stay as <bdi>${session.account.name}</bdi></span></a>`
    }</div></form>`,
  );
}

function otherUserView(links: PageLinks, { account }: Session): Html {
  return narrowPage(
    links,
    'This link is for another account',
    html`<h1>This link is for another account</h1>
<p class="lead">You are signed in to the app as <bdi>${account.name}</bdi>. To use the link, sign out of the app first.</p>
<p class="actions"><a class="button primary" href="${links.base}/dashboard">Open your dashboard</a></p>`,
  );
}

function invalidView(links: PageLinks): Html {
  const ownHome = links.home !== null && html`<a class="button" href="${links.home}">Go to the home page</a>`;
  const home = homeLink(links, 'button') ?? ownHome;
  return narrowPage(
    links,
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="lead">It has expired, was used, or is not complete. Go back to the app, and open the page from there again.</p>
${home && html`<p class="actions">${home}</p>`}`,
  );
}
