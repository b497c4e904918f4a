import { z } from 'zod';
import { toSignInRequest } from '../../../accounts/sessions/resolve-sign-in.js';
import type { Services } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { html } from '../../../web/html.js';
import type { Guards } from '../../guards.js';
import { narrowPage } from '../../layout/layout.js';
import { page } from '../../page-reply.js';
import { checkForm } from '../../read-form.js';
import { clearCookieHeaders, closeSession } from '../../session-cookie.js';

const noFields = z.strictObject({});

/** `/logout`: end the session of this browser. */
export function logoutRoutes(services: Services, guards: Guards): PageEndpoint[] {
  return [
    {
      path: '/logout',
      get: guards.get((request) => {
        const { base, session } = request;
        if (!session) return seeOther(`${base}/login`);
        const content =
          session.id === null
            ? html`<p class="lead">You are signed in through the host app. To sign out, sign out of that app.</p>
<p class="actions"><a class="button" href="${base}/dashboard">Back to the dashboard</a></p>`
            : html`<p class="lead">You are signed in as <bdi>${session.account.email ?? session.account.name}</bdi>.</p>
<form class="actions" method="post" action="${base}/logout"><button class="button primary">Sign out</button> <a class="button" href="${base}/dashboard">Cancel</a></form>`;
        return page(narrowPage(request, 'Sign out', html`<h1>Sign out</h1>${content}`));
      }),
      post: guards.post(async ({ exchange, base }, form) => {
        checkForm(noFields, form);
        await closeSession(services, exchange);
        const isHostManaged = services.signIn.isHostManaged(toSignInRequest(exchange));
        return seeOther(`${base}/${isHostManaged ? 'logout' : 'login'}`, clearCookieHeaders(services, exchange));
      }),
    },
  ];
}
