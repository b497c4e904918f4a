import type { Services } from '../assemble-services.js';
import type { PageEndpoint, PageHandler } from '../http/page-endpoint.js';
import { assetRoutes } from '../web/asset.js';
import { hostSignInOrigin } from '../web/sign-in-url.js';
import { createGuards } from './guards.js';
import { dashboardAssets } from './layout/assets.js';
import { allowOrigins } from './page-reply.js';
import { accountRoutes } from './pages/account/account-page.js';
import { answerPagesRoutes } from './pages/answers/answer-pages.js';
import { asksRoutes } from './pages/asks/asks-page.js';
import { newAskRoutes } from './pages/asks/new-ask-page.js';
import { designRoutes } from './pages/design/design-page.js';
import { developersRoutes } from './pages/developers/developers-page.js';
import { guideRoutes } from './pages/developers/guides-page.js';
import { requestRoutes } from './pages/developers/requests-page.js';
import { codeRoutes } from './pages/editor/code-page.js';
import { editorRoutes } from './pages/editor/editor-pages.js';
import { keyRoutes } from './pages/keys/keys-page.js';
import { landingRoutes } from './pages/landing-page.js';
import { unsubscribeRoutes } from './pages/notices/unsubscribe-page.js';
import { presentRoutes } from './pages/results/present-page.js';
import { resultRoutes } from './pages/results/results-page.js';
import { sharedResultRoutes } from './pages/results/shared-page.js';
import { shareRoutes } from './pages/share/share-page.js';
import { enterRoutes } from './pages/sign-in/enter-page.js';
import { forgotPasswordRoutes } from './pages/sign-in/forgot-password-page.js';
import { loginRoutes } from './pages/sign-in/login-page.js';
import { logoutRoutes } from './pages/sign-in/logout-page.js';
import { registerRoutes } from './pages/sign-in/register-page.js';
import { resetPasswordRoutes } from './pages/sign-in/reset-password-page.js';
import { verifyEmailRoutes } from './pages/sign-in/verify-email-page.js';
import { siteDesignRoutes } from './pages/sites/site-design-page.js';
import { siteRoutes } from './pages/sites/sites-page.js';
import { webhookRoutes } from './pages/webhooks/webhooks-page.js';

export { createErrorPage } from './layout/error-page.js';

/** The enabled pages for owners: landing page, registration, sign-in and dashboard. */
export function dashboardRoutes(services: Services): PageEndpoint[] {
  const guards = createGuards(services);
  const { landing, dashboard, register } = services.enabledPages;
  const developers = [developersRoutes, keyRoutes, webhookRoutes, requestRoutes, guideRoutes];
  const editing = [newAskRoutes, editorRoutes, designRoutes, codeRoutes];
  const results = [resultRoutes, presentRoutes, sharedResultRoutes];
  const asks = [asksRoutes, ...editing, shareRoutes, unsubscribeRoutes, ...results, answerPagesRoutes];
  const pages = [
    ...(landing ? [landingRoutes] : []),
    ...(register ? [registerRoutes] : []),
    ...(dashboard
      ? [
          loginRoutes,
          forgotPasswordRoutes,
          resetPasswordRoutes,
          verifyEmailRoutes,
          logoutRoutes,
          enterRoutes,
          ...asks,
          ...developers,
          siteRoutes,
          siteDesignRoutes,
          accountRoutes,
        ]
      : []),
  ];
  const endpoints = pages.flatMap((routes) => routes(services, guards)).map(withHostOrigins(services));
  return [...endpoints, ...assetRoutes(Object.values(dashboardAssets))];
}

/** Returns a function that lets pages use the origins of the host app: for its logo, and for its sign-in page. */
function withHostOrigins(services: Services): (endpoint: PageEndpoint) => PageEndpoint {
  const origins = { images: services.brand.imageSource, forms: hostSignInOrigin(services) };
  const wrap =
    (handle: PageHandler): PageHandler =>
    async (...request) =>
      allowOrigins(await handle(...request), origins);
  return (endpoint) => ({
    ...endpoint,
    hasOwnTurns: true,
    ...(endpoint.get ? { get: wrap(endpoint.get) } : {}),
    ...(endpoint.post ? { post: wrap(endpoint.post) } : {}),
  });
}
