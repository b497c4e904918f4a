import { z } from 'zod';
import { type Html, html } from '../../base/html.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import type { Services } from '../../instance/assemble-services.js';
import { email } from '../../owners/accounts/registration-schema.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { renderForm } from '../form.js';
import { type FormError, showErrors } from '../form-error.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import type { PageLinks } from '../layout/page-links.js';
import { page } from '../page-reply.js';
import { checkForm } from '../read-form.js';
import { emptyForm, type SubmittedForm } from '../submitted-form.js';
import { emailField } from './credential-fields.js';
import { hostSignInPage } from './host-sign-in-page.js';

const requestForm = z.strictObject({ email });

/** `/forgot-password`: request a link to set a new password. It exists only if emails are sent. */
export function forgotPasswordRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { passwordResets } = services;
  if (!passwordResets) return [];
  const isHostManaged = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  return [
    {
      path: '/forgot-password',
      get: guards.get((request) =>
        isHostManaged(request) ? hostSignInPage(services, request, undefined) : page(requestView(request, emptyForm)),
      ),
      post: guards.post((request, form) => {
        if (isHostManaged(request)) return hostSignInPage(services, request, undefined, 403);
        return showErrors(
          async () => {
            const address = checkForm(requestForm, form).email;
            await passwordResets.request(address, services.clientKeyOf(request.exchange));
            return page(sentView(request, address), { echoesInput: true });
          },
          (problem) => page(requestView(request, form, problem), problem),
        );
      }),
    },
  ];
}

function requestView(links: PageLinks, { values }: SubmittedForm, problem?: FormError): Html {
  const action = `${links.base}/forgot-password`;
  const form = renderForm({
    id: 'forgot-password',
    action,
    fields: [emailField],
    submit: 'Send link',
    values,
    problem,
  });
  return narrowPage(
    links,
    'Forgot your password?',
    html`<h1>Forgot your password?</h1>
<p class="lead">Enter the email address of your account. We will send you a link to set a new password.</p>
${form}
<p class="aside"><a href="${links.base}/login">Back to sign in</a></p>`,
    problem !== undefined,
  );
}

/** The same message for every address, so that it does not reveal which addresses have an account. */
function sentView(links: PageLinks, address: string): Html {
  return narrowPage(
    links,
    'Check your email',
    html`<h1>Check your email</h1>
<p>If an account uses <strong><bdi>${address}</bdi></strong>, we are sending a link to it. The link works for one hour.</p>
<p class="aside">No email after a few minutes? Check your spam folder and the address, then <a href="${links.base}/forgot-password">try again</a>.</p>
<p class="aside"><a href="${links.base}/login">Back to sign in</a></p>`,
  );
}
