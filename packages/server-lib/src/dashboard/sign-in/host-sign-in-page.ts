import { html } from '../../base/html.js';
import type { PageReply } from '../../http/exchange.js';
import { seeOther } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import { hostSignInUrl } from '../../instance/options/sign-in-url.js';
import { toSignInRequest } from '../../owners/accounts/resolve-sign-in.js';
import type { DashboardRequest } from '../guards.js';
import { homeLink, narrowPage } from '../layout/layout.js';
import { page } from '../page-reply.js';

/**
 * Every page with a password, if the host app signs its users in. Redirects signed-in users to the dashboard, and others to the sign-in
 * page of the app. Without one, the page says what to do.
 */
export async function hostSignInPage(
  services: Services,
  request: DashboardRequest,
  next: string | undefined,
  status = 200,
): Promise<PageReply> {
  const target = next ?? `${request.base}/dashboard`;
  if (await services.signIn.ensure(toSignInRequest(request.exchange))) return seeOther(target);
  const signInUrl = hostSignInUrl(services, target);
  if (signInUrl !== null) return seeOther(signInUrl);
  const app = request.brand.name ?? 'the app';
  const home = homeLink(request, 'button primary');
  const body = html`<h1>Sign in to <bdi>${app}</bdi> first</h1>
<p class="lead">${
    request.brand.name === null
      ? 'You sign in here with your account of another app. Sign in there, then come back. If you do not know the app, ask the person who sent you here.'
      : html`You sign in here through <bdi>${app}</bdi>. Sign in there, then come back.`
  }</p>
<p class="actions">${home}<a class="button" href="${target}">I have signed in</a></p>
${process.env['NODE_ENV'] !== 'production' && developerAdvice}`;
  return page(narrowPage(request, 'Sign in', body), { status });
}

const developerAdvice = html`<p class="aside developer-note">For developers: <code>getUser</code> returned null for this request. Set <code>signInUrl</code> to the sign-in page of your app, and users are redirected to it. This note is not shown in production.</p>`;
