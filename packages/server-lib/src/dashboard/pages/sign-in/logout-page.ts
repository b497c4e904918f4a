import { z } from 'zod';
import { signInRequest } from '../../../access/resolve-sign-in.js';
import type { House } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { html } from '../../../web/html.js';
import type { Doors } from '../../guards.js';
import { narrowPage } from '../../layout.js';
import { page } from '../../page-reply.js';
import { checkForm } from '../../read-form.js';
import { closeSession, withoutCookie } from '../../session-cookie.js';

const noFields = z.strictObject({});

/** `/logout`: ends the session of this browser. */
export function logoutRoutes(house: House, doors: Doors): PageEndpoint[] {
  return [
    {
      path: '/logout',
      get: doors.look((visit) => {
        const { base, session } = visit;
        if (!session) return seeOther(`${base}/login`);
        const words =
          session.id === null
            ? html`<p class="lead">You are signed in through the host app. Sign out there, and you are signed out here too.</p>
<p class="actions"><a class="button" href="${base}/dashboard">Back to the dashboard</a></p>`
            : html`<p class="lead">You are logged in as ${session.account.email}.</p>
<form class="actions" method="post" action="${base}/logout"><button class="button primary">Log out</button> <a class="button" href="${base}/dashboard">Stay</a></form>`;
        return page(narrowPage(visit, 'Log out', html`<h1>Log out</h1>${words}`));
      }),
      post: doors.write(async ({ exchange, base }, sent) => {
        checkForm(noFields, sent);
        await closeSession(house, exchange);
        const isByHost = house.signIn.isByHost(signInRequest(exchange));
        return seeOther(`${base}/${isByHost ? 'logout' : 'login'}`, withoutCookie(house, exchange));
      }),
    },
  ];
}
