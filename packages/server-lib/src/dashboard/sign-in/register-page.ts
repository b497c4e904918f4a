import { type Html, html } from '../../base/html.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import { safeNext } from '../../http/safe-next.js';
import type { Services } from '../../instance/assemble-services.js';
import { registrationSchema } from '../../owners/accounts/registration-schema.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { type FormField, renderForm } from '../form.js';
import { type FormError, showErrors } from '../form-error.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import type { PageLinks } from '../layout/page-links.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm, formText } from '../read-form.js';
import { startBrowserSession } from '../session-cookie.js';
import { emptyForm, type SubmittedForm } from '../submitted-form.js';
import { hostSignInPage } from './host-sign-in-page.js';

const registerForm = registrationSchema.extend({ next: formText.optional() });

const fields: readonly FormField[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true, missing: 'Enter a name.', autofocus: true },
  {
    name: 'email',
    label: 'Email',
    kind: 'email',
    autocomplete: 'username',
    required: true,
    missing: 'Enter an email address.',
  },
  {
    name: 'password',
    label: 'Password',
    kind: 'password',
    autocomplete: 'new-password',
    rule: 'At least 8 characters.',
    help: 'Use several words that you can remember.',
    required: true,
    missing: 'Enter a password with at least 8 characters.',
    minLength: 8,
  },
];

/** `/register`: create an account. */
export function registerRoutes(services: Services, guards: Guards): PageEndpoint[] {
  async function register({ exchange }: DashboardRequest, form: SubmittedForm): Promise<PageReply> {
    const { next, ...draft } = checkForm(registerForm, form);
    const account = await services.accounts.register(draft, services.clientKeyOf(exchange));
    const cookie = await startBrowserSession(services, exchange, account);
    return seeOther(safeNext(next) ?? `${exchange.base}/dashboard`, cookie);
  }

  const isHostManaged = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  return [
    {
      path: '/register',
      get: guards.get(async (request) => {
        const next = safeNext(queryParam(request, 'next'));
        if (request.session) return seeOther(next ?? `${request.base}/dashboard`);
        if (isHostManaged(request)) return hostSignInPage(services, request, next);
        if (!(await services.accounts.isOpen())) return page(closedView(request));
        return page(view(request, emptyForm, next));
      }),
      post: guards.post(async (request, form) => {
        if (isHostManaged(request)) return hostSignInPage(services, request, undefined, 403);
        if (!(await services.accounts.isOpen())) return page(closedView(request), { status: 403 });
        return showErrors(
          () => register(request, form),
          (problem) => page(view(request, form, safeNext(form.values['next']), problem), problem),
        );
      }),
    },
  ];
}

function view(links: PageLinks, { values }: SubmittedForm, next: string | undefined, problem?: FormError): Html {
  const form = renderForm({
    id: 'register',
    action: `${links.base}/register`,
    fields,
    submit: 'Create account',
    hidden: { next },
    values,
    problem,
  });
  const login = `${links.base}/login${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return narrowPage(
    links,
    'Create your account',
    html`<h1>Create your account</h1>
${form}
<p class="aside">Already have an account? <a href="${login}">Sign in</a></p>`,
    problem !== undefined,
  );
}

function closedView(links: PageLinks): Html {
  return narrowPage(
    links,
    'Registration is closed',
    html`<h1>Registration is closed</h1>
<p class="lead">New accounts cannot be created at the moment. Ask the administrator of this service for access.</p>
<p class="actions"><a class="button" href="${links.base}/login">Sign in</a></p>`,
  );
}
