import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { safeNext } from '../../http/safe-next.js';
import type { Services } from '../../instance/assemble-services.js';
import { credentialsSchema } from '../../owners/accounts/registration-schema.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { renderForm } from '../form.js';
import { createFormError, type FormError, showErrors } from '../form-error.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import { notice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm, formText } from '../read-form.js';
import { startBrowserSession } from '../session-cookie.js';
import { emptyForm, type SubmittedForm } from '../submitted-form.js';
import { emailField, passwordField } from './credential-fields.js';
import { hostSignInPage } from './host-sign-in-page.js';

const loginForm = credentialsSchema.extend({ next: formText.optional() });

const fields = [emailField, passwordField];

/** One message for both cases, so that it does not reveal which emails have an account. */
const wrongCredentials = createFormError(422, 'Wrong email or password. Check both and try again.');

/** `/login`: sign in with an email and a password. */
export function loginRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function signIn({ exchange }: DashboardRequest, form: SubmittedForm) {
    const { next, ...credentials } = checkForm(loginForm, form);
    const account = await services.accounts.signIn(credentials, {
      client: services.clientKeyOf(exchange),
      cookies: exchange.header('cookie'),
    });
    if (!account) return undefined;
    const cookie = await startBrowserSession(services, exchange, account.id, { verifiedPassword: account.password });
    return seeOther(safeNext(next) ?? `${exchange.base}/dashboard`, cookie);
  }

  const isHostManaged = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  return [
    {
      path: '/login',
      get: guards.get((request) => {
        const next = safeNext(queryParam(request, 'next'));
        if (request.session) return seeOther(next ?? `${request.base}/dashboard`);
        return isHostManaged(request)
          ? hostSignInPage(services, request, next)
          : page(view(request, services, emptyForm, next));
      }),
      post: guards.post((request, form) => {
        if (isHostManaged(request)) return hostSignInPage(services, request, undefined, 403);
        const showForm = (problem: FormError) =>
          page(view(request, services, form, safeNext(form.values['next']), problem), problem);
        return showErrors(async () => (await signIn(request, form)) ?? showForm(wrongCredentials), showForm);
      }),
    },
  ];
}

function view(
  request: DashboardRequest,
  { enabledPages, passwordResets }: Services,
  { values }: SubmittedForm,
  next: string | undefined,
  problem?: FormError,
): Html {
  const { base } = request;
  const form = renderForm({
    id: 'login',
    action: `${base}/login`,
    fields,
    submit: 'Sign in',
    hidden: { next },
    values,
    problem,
  });
  const register = `${base}/register${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return narrowPage(
    request,
    'Sign in',
    html`<h1>Sign in</h1>
${problem === undefined && notice(queryParam(request, 'notice'))}${form}
${
  passwordResets
    ? html`<p class="aside"><a href="${base}/forgot-password">Forgot your password?</a></p>
`
    : html`<p class="aside">Forgot your password? This service sends no emails, so ask the person who runs it.</p>
`
}${enabledPages.register && html`<p class="aside">No account yet? <a href="${register}">Create account</a></p>`}`,
    problem !== undefined,
  );
}
