import { z } from 'zod';
import { signInRequest } from '../../../access/resolve-sign-in.js';
import { registration } from '../../../accounts/registration-schema.js';
import type { House } from '../../../assemble-services.js';
import type { Reply } from '../../../http/exchange.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import { type Html, html } from '../../../web/html.js';
import { type Field, renderForm } from '../../form.js';
import { attempt, type Problem } from '../../form-error.js';
import { type Doors, queryOf, type Visit } from '../../guards.js';
import { type Frame, narrowPage } from '../../layout.js';
import { page } from '../../page-reply.js';
import { checkForm, nothingSent, type Sent } from '../../read-form.js';
import { safeNext } from '../../safe-next.js';
import { openSession } from '../../session-cookie.js';
import { hostSignInPage } from './host-sign-in-page.js';

const registerForm = registration.extend({ next: z.string().optional() });

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true, first: true },
  { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'username', required: true },
  {
    name: 'password',
    label: 'Password',
    kind: 'password',
    autocomplete: 'new-password',
    help: 'At least 8 characters. A few words you can remember make a good one.',
    required: true,
    shortest: 8,
  },
];

/** `/register`: the one way to an account. */
export function registerRoutes(house: House, doors: Doors): PageEndpoint[] {
  async function register({ exchange }: Visit, sent: Sent): Promise<Reply> {
    const { next, ...draft } = checkForm(registerForm, sent);
    const account = await house.accounts.register(draft, house.clientOf(exchange));
    const cookie = await openSession(house, exchange, account);
    return seeOther(safeNext(next) ?? `${exchange.base}/dashboard`, cookie);
  }

  const isByHost = ({ exchange }: Visit) => house.signIn.isByHost(signInRequest(exchange));

  return [
    {
      path: '/register',
      get: doors.look(async (visit) => {
        const next = safeNext(queryOf(visit, 'next'));
        if (visit.session) return seeOther(next ?? `${visit.base}/dashboard`);
        if (isByHost(visit)) return hostSignInPage(house, visit, next);
        if (!(await house.accounts.isOpen())) return page(closedView(visit));
        return page(view(visit, nothingSent, next));
      }),
      post: doors.write(async (visit, sent) => {
        if (isByHost(visit)) return hostSignInPage(house, visit, undefined, 403);
        if (!(await house.accounts.isOpen())) return page(closedView(visit), { status: 403 });
        return attempt(
          () => register(visit, sent),
          (problem) => page(view(visit, sent, safeNext(sent.values['next']), problem), problem),
        );
      }),
    },
  ];
}

function view(frame: Frame, sent: Sent, next: string | undefined, problem?: Problem): Html {
  const form = renderForm({
    id: 'register',
    action: `${frame.base}/register`,
    fields,
    submit: 'Create account',
    hidden: { next },
    values: sent.values,
    problem,
  });
  const login = `${frame.base}/login${next ? `?next=${encodeURIComponent(next)}` : ''}`;
  return narrowPage(
    frame,
    'Create an account',
    html`<h1>Create an account</h1>
${form}
<p class="aside">Have one already? <a href="${login}">Log in</a></p>`,
    problem !== undefined,
  );
}

function closedView(frame: Frame): Html {
  return narrowPage(
    frame,
    'Registration is closed',
    html`<h1>Registration is closed</h1>
<p class="lead">New accounts are not taken here at the moment. Whoever runs this service can open registration again.</p>
<p class="actions"><a class="button" href="${frame.base}/login">Log in instead</a></p>`,
  );
}
