import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { renderForm } from '../form.js';
import type { Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import type { PageLinks } from '../layout/page-links.js';
import { createLinkCookie } from '../link-cookie.js';
import { page } from '../page-reply.js';

const path = '/verify-email';

/**
 * `/verify-email`: verify the email of the signed-in owner with the link of an email. GET changes nothing, because programs that check
 * emails open links.
 */
export function verifyEmailRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { verification } = services.sessionOperations.account;
  if (!verification) return [];
  const cookie = createLinkCookie(services, {
    name: 'verify',
    path,
    pattern: /^[0-9a-z-]{1,64}$/,
    maxAgeSeconds: 2 * 24 * 3_600,
  });
  const showLink = guards.getAsOwner(async (request) => {
    const email = await request.run(verification.find, { token: cookie.read(request.exchange) });
    return email === undefined ? page(invalidView(request), { status: 410 }) : page(questionView(request, email));
  });

  return [
    {
      path,
      get: (exchange, params) => {
        const token = new URLSearchParams(exchange.query).get('token');
        return token === null ? showLink(exchange, params) : cookie.take(exchange, token);
      },
      post: guards.postAsOwner(async (request) => {
        const { exchange, base } = request;
        const isVerified = await request.run(verification.verify, { token: cookie.read(exchange) });
        const headers = cookie.clear(exchange);
        if (!isVerified) return page(invalidView(request), { status: 410, headers });
        return seeOther(withNotice(`${base}/dashboard/account`, 'email-verified'), headers);
      }),
    },
  ];
}

function questionView(links: PageLinks, email: string): Html {
  return narrowPage(
    links,
    'Verify your email',
    html`<h1>Verify your email</h1>
<p class="lead">Is <bdi>${email}</bdi> your address? If it is not, close this page.</p>
${renderForm({ id: 'verify-email', action: `${links.base}${path}`, fields: [], submit: 'Verify email' })}`,
  );
}

function invalidView(links: PageLinks): Html {
  return narrowPage(
    links,
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="lead">It has expired, was used, or belongs to another account. Your account page shows whether your email is verified, and sends a new link.</p>
<p class="actions"><a class="button primary" href="${links.base}/dashboard/account">Open your account</a></p>`,
  );
}
