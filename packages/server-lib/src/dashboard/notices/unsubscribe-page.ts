import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { renderForm } from '../form.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import type { PageLinks } from '../layout/page-links.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';

/**
 * `/unsubscribe`: ends notices with the link of an email, without signing in. GET changes nothing, because programs that check
 * emails open links. Email programs POST to the same URL (RFC 8058).
 */
export function unsubscribeRoutes({ notices }: Services, guards: Guards): PageEndpoint[] {
  if (!notices) return [];
  const linkOf = (request: DashboardRequest) => {
    const link = { asks: queryParam(request, 'asks') ?? '', token: queryParam(request, 'token') ?? '' };
    return notices.isGenuine(link) ? link : undefined;
  };

  return [
    {
      path: '/unsubscribe',
      get: guards.get((request) => {
        const isGenuine = linkOf(request) !== undefined;
        return page(isGenuine ? questionView(request) : invalidView(request), { status: isGenuine ? 200 : 404 });
      }),
      post: guards.post(async (request) => {
        const link = linkOf(request);
        if (!link) return page(invalidView(request), { status: 404 });
        await notices.unsubscribe(link);
        return page(doneView(request));
      }),
    },
  ];
}

function questionView(request: DashboardRequest): Html {
  const action = `${request.base}/unsubscribe?${request.exchange.query}`;
  return narrowPage(
    request,
    'Stop these emails?',
    html`<h1>Stop these emails?</h1>
<p class="lead">You will get no more emails about new answers. You can turn them on again in the dashboard.</p>
${renderForm({ id: 'unsubscribe', action, fields: [], submit: 'Stop emails' })}`,
  );
}

function doneView(links: PageLinks): Html {
  return narrowPage(
    links,
    'Emails stopped',
    html`<h1>Emails stopped</h1>
<p class="lead">You will get no more emails about these answers.</p>`,
  );
}

function invalidView(links: PageLinks): Html {
  return narrowPage(
    links,
    'You still get emails',
    html`<h1>You still get emails</h1>
<p class="lead">The link is not complete. Open it from the email again, or turn the emails off in the dashboard: on the Share tab of the poll, quiz or form.</p>
<p class="actions"><a class="button" href="${links.base}/dashboard">Go to the dashboard</a></p>`,
  );
}
