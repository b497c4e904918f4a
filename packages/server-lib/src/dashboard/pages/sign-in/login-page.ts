import { z } from 'zod';
import { signInRequest } from '../../../access/resolve-sign-in.js';
import { login } from '../../../accounts/registration-schema.js';
import type { House } from '../../../assemble-services.js';
import type { PageEndpoint } from '../../../http/page-endpoint.js';
import { seeOther } from '../../../http/reply.js';
import type { Surfaces } from '../../../web/enabled-pages.js';
import { type Html, html } from '../../../web/html.js';
import { type Field, renderForm } from '../../form.js';
import { attempt, type Problem, problemOf } from '../../form-error.js';
import { type Doors, queryOf, type Visit } from '../../guards.js';
import { type Frame, narrowPage } from '../../layout.js';
import { page } from '../../page-reply.js';
import { checkForm, nothingSent, type Sent } from '../../read-form.js';
import { safeNext } from '../../safe-next.js';
import { openSession } from '../../session-cookie.js';
import { hostSignInPage } from './host-sign-in-page.js';

const loginForm = login.extend({ next: z.string().optional() });

const fields: readonly Field[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autocomplete: 'username', required: true, first: true },
  { name: 'password', label: 'Password', kind: 'password', autocomplete: 'current-password', required: true },
];

/** The same words whichever of the two was wrong. */
const wrong = problemOf(422, 'That e-mail and password do not belong together. Check both and try again.');

/** `/login`: a new session for an e-mail and a password. */
export function loginRoutes(house: House, doors: Doors): PageEndpoint[] {
  async function logIn({ exchange }: Visit, sent: Sent) {
    const { next, ...given } = checkForm(loginForm, sent);
    const account = await house.accounts.logIn(given, {
      client: house.clientOf(exchange),
      cookies: exchange.header('cookie'),
    });
    if (!account) return undefined;
    const cookie = await openSession(house, exchange, account.id, account.password);
    return seeOther(safeNext(next) ?? `${exchange.base}/dashboard`, cookie);
  }

  const isByHost = ({ exchange }: Visit) => house.signIn.isByHost(signInRequest(exchange));

  return [
    {
      path: '/login',
      get: doors.look((visit) => {
        const next = safeNext(queryOf(visit, 'next'));
        if (visit.session) return seeOther(next ?? `${visit.base}/dashboard`);
        return isByHost(visit)
          ? hostSignInPage(house, visit, next)
          : page(view(visit, house.surfaces, nothingSent, next));
      }),
      post: doors.write((visit, sent) => {
        if (isByHost(visit)) return hostSignInPage(house, visit, undefined, 403);
        const again = (problem: Problem) =>
          page(view(visit, house.surfaces, sent, safeNext(sent.values['next']), problem), problem);
        return attempt(async () => (await logIn(visit, sent)) ?? again(wrong), again);
      }),
    },
  ];
}

function view(
  frame: Frame,
  { register: isOffered }: Surfaces,
  sent: Sent,
  next: string | undefined,
  problem?: Problem,
): Html {
  const { base } = frame;
  const form = renderForm({
    id: 'login',
    action: `${base}/login`,
    fields,
    submit: 'Log in',
    hidden: { next },
    values: sent.values,
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
