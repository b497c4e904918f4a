import { toSignInRequest } from '../../../accounts/sessions/resolve-sign-in.js';
import type { Services } from '../../../assemble-services.js';
import type { Reply } from '../../../http/exchange.js';
import { seeOther } from '../../../http/reply.js';
import { html } from '../../../web/html.js';
import type { DashboardRequest } from '../../guards.js';
import { narrowPage } from '../../layout/layout.js';
import { page } from '../../page-reply.js';

/** `/login` and `/register` if the host app signs its users in. Signed-in users are redirected to the dashboard. */
export async function hostSignInPage(
  { signIn }: Services,
  request: DashboardRequest,
  next: string | undefined,
  status = 200,
): Promise<Reply> {
  const session = await signIn.ensure(toSignInRequest(request.exchange));
  if (session) return seeOther(next ?? `${request.base}/dashboard`);
  const body = html`<h1>Sign in to the app first</h1>
<p class="lead">Askwell uses the accounts of the app that it is part of. Sign in to that app, then open this page again.</p>`;
  return page(narrowPage(request, 'Sign in', body), { status });
}
