import { z } from 'zod';
import type { House } from '../../assemble.js';
import type { PageEndpoint } from '../../http/pages.js';
import { seeOther } from '../../http/reply.js';
import { html } from '../../web/html.js';
import type { Doors } from '../doors.js';
import { narrowPage } from '../layout.js';
import { checkForm } from '../read-form.js';
import { page } from '../reply.js';
import { closeSession, withoutCookie } from '../session-cookie.js';

const noFields = z.strictObject({});

/** `/logout`: ends the session of this browser. */
export function logoutRoutes(house: House, doors: Doors): PageEndpoint[] {
  return [
    {
      path: '/logout',
      get: doors.look(({ base, session }) => {
        if (!session) return seeOther(`${base}/login`);
        const words = house.hostSession
          ? html`<p class="lead">You are in by your login to the app this service belongs to. Log out there, and you are logged out here too.</p>
<p class="actions"><a class="button" href="${base}/dashboard">Back to the dashboard</a></p>`
          : html`<p class="lead">You are logged in as ${session.account.email}.</p>
<form class="actions" method="post" action="${base}/logout"><button class="button primary">Log out</button> <a class="button" href="${base}/dashboard">Stay</a></form>`;
        return page(narrowPage(base, 'Log out', html`<h1>Log out</h1>${words}`));
      }),
      post: doors.write(async ({ exchange, base }, sent) => {
        checkForm(noFields, sent);
        await closeSession(house, exchange);
        return seeOther(`${base}/${house.hostSession ? 'logout' : 'login'}`, withoutCookie(house, exchange));
      }),
    },
  ];
}
