import { z } from 'zod';
import { credentialsSchema } from '../../../accounts/registration-schema.js';
import { toSignInRequest } from '../../../accounts/resolve-sign-in.js';
import type { Services } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import type { EnabledPages } from '../../../web/enabled-pages.js';
import { type Html, html } from '../../../web/html.js';
import { type Field, renderForm } from '../../form.js';
import { createFormError, type FormError, showErrors } from '../../form-error.js';
import type { DashboardRequest, Guards } from '../../guards.js';
import { narrowPage } from '../../layout.js';
import type { PageLinks } from '../../page-links.js';
import { page } from '../../page-reply.js';
import { queryParam } from '../../query.js';
import { checkForm, emptyForm, type SubmittedForm } from '../../read-form.js';
import { safeNext } from '../../safe-next.js';
import { openSession } from '../../session-cookie.js';
import { hostSignInPage } from './host-sign-in-page.js';

const loginForm = credentialsSchema.extend({ next: z.string().optional() });

const fields: readonly Field[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'username', required: true, autofocus: true },
  { name: 'password', label: 'Password', kind: 'password', autocomplete: 'current-password', required: true },
];

/** The same words whichever of the two was wrong. */
const wrong = createFormError(422, 'That e-mail and password do not belong together. Check both and try again.');

/** `/login`: a new session for an e-mail and a password. */
export function loginRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function logIn({ exchange }: DashboardRequest, form: SubmittedForm) {
    const { next, ...given } = checkForm(loginForm, form);
    const account = await services.accounts.signIn(given, {
      client: services.clientKeyOf(exchange),
      cookies: exchange.header('cookie'),
    });
    if (!account) return undefined;
    const cookie = await openSession(services, exchange, account.id, account.password);
    return seeOther(safeNext(next) ?? `${exchange.base}/dashboard`, cookie);
  }

  const isByHost = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  return [
    {
      path: '/login',
      get: guards.get((request) => {
        const next = safeNext(queryParam(request, 'next'));
        if (request.session) return seeOther(next ?? `${request.base}/dashboard`);
        return isByHost(request)
          ? hostSignInPage(services, request, next)
          : page(view(request, services.enabledPages, emptyForm, next));
      }),
      post: guards.post((request, form) => {
        if (isByHost(request)) return hostSignInPage(services, request, undefined, 403);
        const again = (problem: FormError) =>
          page(view(request, services.enabledPages, form, safeNext(form.values['next']), problem), problem);
        return showErrors(async () => (await logIn(request, form)) ?? again(wrong), again);
      }),
    },
  ];
}

function view(
  frame: PageLinks,
  { register: isOffered }: EnabledPages,
  { values }: SubmittedForm,
  next: string | undefined,
  problem?: FormError,
): Html {
  const { base } = frame;
  const form = renderForm({
    id: 'login',
    action: `${base}/login`,
    fields,
    submit: 'Log in',
    hidden: { next },
    values,
    problem,
  });
  const register = `${base}/register${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return narrowPage(
    frame,
    'Log in',
    html`<h1>Log in</h1>
${form}
${isOffered && html`<p class="aside">No account yet? <a href="${register}">Create one</a></p>`}`,
    problem !== undefined,
  );
}
