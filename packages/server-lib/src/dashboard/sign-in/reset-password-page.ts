import { z } from 'zod';
import { callOperation, readFirst } from '../../api/operations/call-operation.js';
import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { HttpExchange, PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { ResetAccount } from '../../owners/accounts/password-reset.js';
import { newPasswordSchema } from '../../owners/accounts/password-schema.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import { icons } from '../../web/ui/icons.js';
import { type FormField, renderForm } from '../form.js';
import { type FormError, showErrors } from '../form-error.js';
import type { DashboardRequest, Guards } from '../guards.js';
import { narrowPage } from '../layout/layout.js';
import { withNotice } from '../layout/notice.js';
import type { PageLinks } from '../layout/page-links.js';
import { createLinkCookie } from '../link-cookie.js';
import { page } from '../page-reply.js';
import { queryParam } from '../query.js';
import { checkForm } from '../read-form.js';
import { clearCookieHeaders } from '../session-cookie.js';
import type { SubmittedForm } from '../submitted-form.js';
import { hostSignInPage } from './host-sign-in-page.js';

/** What happens to API keys, webhooks and results links. */
const access = z.enum(['keep', 'delete']);

const keepingForm = z.strictObject({ password: newPasswordSchema, access: access.optional() });
const choosingForm = keepingForm.extend({ access });
const path = '/reset-password';

const passwordField: FormField = {
  name: 'password',
  label: 'New password',
  kind: 'password',
  autocomplete: 'new-password',
  rule: 'At least 8 characters.',
  help: 'Use several words that you can remember.',
  required: true,
  missing: 'Enter a new password with at least 8 characters.',
  autofocus: true,
  minLength: 8,
};

/** An account, with the API keys and webhooks that have access to it. */
interface ShownAccount extends ResetAccount {
  readonly keys: readonly string[];
  readonly webhooks: readonly string[];
}

/** `/reset-password`: set a new password with the link of an email. */
export function resetPasswordRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const { passwordResets, operations } = services;
  if (!passwordResets) return [];
  const cookie = createLinkCookie(services, {
    name: 'reset',
    path,
    pattern: /^[0-9a-f]{1,64}$/,
    maxAgeSeconds: 3_600,
  });

  const isHostManaged = ({ exchange }: DashboardRequest) => services.signIn.isHostManaged(toSignInRequest(exchange));

  const expired = (links: PageLinks, exchange: HttpExchange): PageReply =>
    page(expiredView(links), { status: 410, headers: cookie.clear(exchange) });

  async function findAccount(exchange: HttpExchange): Promise<ShownAccount | undefined> {
    const account = await passwordResets?.findAccount(cookie.read(exchange));
    if (!account) return undefined;
    const [{ api_keys: keys }, webhooks] = await Promise.all([
      callOperation(operations.me, account.scope, {}, {}),
      readFirst(operations.webhooks.list, account.scope, {}, { order: 'asc', limit: maxWebhooks }),
    ]);
    return {
      ...account,
      keys: keys.map(({ name }) => `API key “${name}”`),
      webhooks: webhooks.map(({ url }) => `webhook to ${new URL(url).host}`),
    };
  }

  return [
    {
      path,
      get: guards.get(async (request) => {
        const { exchange } = request;
        if (isHostManaged(request)) return hostSignInPage(services, request, undefined);
        const token = queryParam(request, 'token');
        if (token !== undefined) return cookie.take(exchange, token);
        const account = await findAccount(exchange);
        return account ? page(resetView(request, account, {})) : expired(request, exchange);
      }),
      post: guards.post(async (request, form: SubmittedForm) => {
        const { exchange, base } = request;
        if (isHostManaged(request)) return hostSignInPage(services, request, undefined, 403);
        const account = await findAccount(exchange);
        if (!account) return expired(request, exchange);
        try {
          return await showErrors(
            async () => {
              const { password, access = 'keep' } = checkForm(isAsked(account) ? choosingForm : keepingForm, form);
              const client = services.clientKeyOf(exchange);
              await passwordResets.use(cookie.read(exchange), password, client, access === 'delete');
              const cookies = [...cookie.clear(exchange), ...clearCookieHeaders(services, exchange)];
              return seeOther(withNotice(`${base}/login`, 'password-reset'), cookies);
            },
            (problem) => page(resetView(request, account, form.values, problem), problem),
          );
        } catch (error) {
          if (error instanceof AskwellError && error.code === 'gone') return expired(request, exchange);
          throw error;
        }
      }),
    },
  ];
}

/** Returns whether the owner decides what happens to API keys, webhooks and results links. */
function isAsked({ isVerified, keys, webhooks }: ShownAccount): boolean {
  return isVerified && keys.length + webhooks.length > 0;
}

/** The page lists at most this many webhooks. An account has fewer, unless the operator raises the quota. */
const maxWebhooks = 100;

function resetView(
  links: PageLinks,
  account: ShownAccount,
  values: SubmittedForm['values'],
  problem?: FormError,
): Html {
  const { email, isVerified } = account;
  const choice: FormField = {
    name: 'access',
    label: 'Could somebody else know the old password?',
    brief: 'Keep or delete',
    kind: 'radios',
    choices: [
      { value: access.enum.keep, label: 'No, keep them' },
      { value: access.enum.delete, label: 'Yes, delete them' },
    ],
    required: true,
    missing: 'Choose Yes or No.',
    help: html`If so, delete what works without a password: ${namesOf(account)}. Apps and people that use them lose access.`,
  };
  const form = renderForm({
    id: 'reset-password',
    action: `${links.base}${path}`,
    fields: isAsked(account) ? [passwordField, choice] : [passwordField],
    submit: 'Set password',
    account: email,
    values,
    problem,
  });
  return narrowPage(
    links,
    'Set a new password',
    html`<h1>Set a new password</h1>
<p class="lead">For the account <bdi>${email}</bdi>. All browsers will be signed out.</p>
${!isVerified && unverifiedAdvice(account)}
${form}`,
    problem !== undefined,
  );
}

/** The address has not been verified yet: somebody else may have created the account. */
function unverifiedAdvice(account: ShownAccount): Html {
  return html`<div class="warning">${icons.alert}<p><strong>A new password also deletes ${namesOf(account)}.</strong> This email was never verified, so somebody else may have created the account. Polls, quizzes, forms and answers stay.</p></div>`;
}

const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Returns what gives access without the password: `API key “Reports” and all results links`. */
function namesOf({ keys, webhooks }: ShownAccount): Html {
  const parts = conjunction.formatToParts([...keys, ...webhooks, 'all results links']);
  return html`${parts.map(({ type, value }) => (type === 'element' ? html`<bdi>${value}</bdi>` : value))}`;
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
