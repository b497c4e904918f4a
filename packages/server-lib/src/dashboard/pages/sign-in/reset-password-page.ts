import { z } from 'zod';
import { readCookie } from '../../../access/session-cookie.js';
import { newPasswordSchema } from '../../../accounts/passwords/password-schema.js';
import type { Services } from '../../../assemble-services.js';
import { AskwellError } from '../../../errors.js';
import type { HttpExchange, Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { type Html, html } from '../../../web/html.js';
import { type Field, renderForm } from '../../form.js';
import { type FormError, showErrors } from '../../form-error.js';
import type { Guards } from '../../guards.js';
import { narrowPage } from '../../layout/layout.js';
import { withNotice } from '../../layout/notice.js';
import type { PageLinks } from '../../layout/page-links.js';
import { page } from '../../page-reply.js';
import { queryParam } from '../../query.js';
import { checkForm, type SubmittedForm } from '../../read-form.js';
import { clearCookieHeaders } from '../../session-cookie.js';

const resetForm = z.strictObject({ password: newPasswordSchema });
const path = '/reset-password';

const fields: readonly Field[] = [
  {
    name: 'password',
    label: 'New password',
    kind: 'password',
    autocomplete: 'new-password',
    help: 'At least 8 characters. Use several words that you can remember.',
    required: true,
    autofocus: true,
    minLength: 8,
  },
];

/**
 * `/reset-password`: set a new password with the link of an email. The token moves from the URL into a cookie, so that it is
 * not in the browser's history, in logs of later requests or in a `Referer`.
 */
export function resetPasswordRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { passwordResets } = services;
  if (!passwordResets) return [];

  const setToken = ({ base }: HttpExchange, token: string, maxAge: number) => {
    const secure = services.cookiePlace.secure ? '; Secure' : '';
    return [
      'set-cookie',
      `${cookieName(services)}=${token}; Path=${base}${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`,
    ];
  };
  const tokenOf = (exchange: HttpExchange) => readCookie(exchange.header('cookie'), cookieName(services)) ?? '';
  const expired = (links: PageLinks, exchange: HttpExchange): Reply =>
    page(expiredView(links), { status: 410, headers: setToken(exchange, '', 0) });

  return [
    {
      path,
      get: guards.get(async (request) => {
        const { exchange, base } = request;
        const token = queryParam(request, 'token');
        if (token !== undefined) {
          const isValid = /^[0-9a-f]{1,64}$/.test(token);
          const cookie = setToken(exchange, isValid ? token : '', isValid ? 3600 : 0);
          return seeOther(`${base}${path}`, [...cookie, 'referrer-policy', 'no-referrer']);
        }
        const email = await passwordResets.findEmail(tokenOf(exchange));
        return email === undefined ? expired(request, exchange) : page(resetView(request, email));
      }),
      post: guards.post(async (request, form: SubmittedForm) => {
        const { exchange, base } = request;
        const token = tokenOf(exchange);
        const email = await passwordResets.findEmail(token);
        if (email === undefined) return expired(request, exchange);
        try {
          return await showErrors(
            async () => {
              const { password } = checkForm(resetForm, form);
              await passwordResets.use(token, password, services.clientKeyOf(exchange));
              const cookies = [...setToken(exchange, '', 0), ...clearCookieHeaders(services, exchange)];
              return seeOther(withNotice(`${base}/login`, 'password-reset'), cookies);
            },
            (problem) => page(resetView(request, email, problem), problem),
          );
        } catch (error) {
          if (error instanceof AskwellError && error.code === 'gone') return expired(request, exchange);
          throw error;
        }
      }),
    },
  ];
}

/** Over HTTPS, the prefix prevents that a page loaded over HTTP sets the cookie. */
function cookieName({ cookiePlace: { secure } }: Services): string {
  return secure ? '__Secure-askwell-reset' : 'askwell-reset';
}

function resetView(links: PageLinks, account: string, problem?: FormError): Html {
  const action = `${links.base}${path}`;
  const form = renderForm({ id: 'reset-password', action, fields, submit: 'Set password', account, problem });
  return narrowPage(
    links,
    'Set a new password',
    html`<h1>Set a new password</h1>
<p class="lead">For the account <bdi>${account}</bdi>. All browsers will be signed out.</p>
${form}`,
    problem !== undefined,
  );
}

function expiredView(links: PageLinks): Html {
  return narrowPage(
    links,
    'This link does not work',
    html`<h1>This link does not work</h1>
<p class="lead">It has expired, was used, or is not complete. Request a new one.</p>
<p class="actions"><a class="button primary" href="${links.base}/forgot-password">Request a new link</a></p>`,
  );
}
