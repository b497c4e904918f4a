import { z } from 'zod';
import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { homeLink, narrowPage } from '../layout/layout.js';
import type { PageLinks } from '../layout/page-links.js';
import { page } from '../page-reply.js';
import { checkForm } from '../read-form.js';
import { clearCookieHeaders, endBrowserSession } from '../session-cookie.js';

const noFields = z.strictObject({});

/** `/logout`: end the session of this browser. */
export function logoutRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const isHostManaged = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  return [
    {
      path: '/logout',
      get: guards.get((request) => {
        const { base, session } = request;
        if (!session && !isHostManaged(request)) return seeOther(`${base}/login`);
        if (!session) return page(narrowPage(request, 'Signed out', signedOut(request)));
        const content =
          session.id === null
            ? html`<p class="lead">You are signed in to <bdi>${request.brand.name ?? 'the app'}</bdi>. To sign out, sign out there.</p>
<p class="actions">${homeLink(request, 'button primary')} <a class="button" href="${base}/dashboard">Back to the dashboard</a></p>`
            : html`<p class="lead">You are signed in as <bdi>${session.account.email ?? session.account.name}</bdi>.</p>
<form class="actions" method="post" action="${base}/logout"><button class="button primary">Sign out</button> <a class="button" href="${base}/dashboard">Cancel</a></form>`;
        return page(narrowPage(request, 'Sign out', html`<h1>Sign out</h1>${content}`));
      }),
      post: guards.post(async (request, form) => {
        const { exchange, base } = request;
        checkForm(noFields, form);
        await endBrowserSession(services, exchange);
        return seeOther(
          `${base}/${isHostManaged(request) ? 'logout' : 'login'}`,
          clearCookieHeaders(services, exchange),
        );
      }),
    },
  ];
}

function signedOut(links: PageLinks): Html {
  const home = homeLink(links, 'button primary');
  return html`<h1>Signed out</h1>
<p class="lead">You are signed out of the dashboard.</p>
${home && html`<p class="actions">${home}</p>`}`;
}
