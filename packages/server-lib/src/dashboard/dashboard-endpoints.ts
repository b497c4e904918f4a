import type { PageEndpoint, PageHandler } from '../http/page-endpoint.js';
import type { Services } from '../instance/assemble-services.js';
import { hostSignInOrigin } from '../instance/options/sign-in-url.js';
import { assetRoutes } from '../web/ui/asset.js';
import { accountRoutes } from './account/account-page.js';
import { answerPagesRoutes } from './answers/answer-pages.js';
import { asksRoutes } from './asks/asks-page.js';
import { newAskRoutes } from './asks/new-ask-page.js';
import { designRoutes } from './design/design-page.js';
import { developersRoutes } from './developers/developers-page.js';
import { guideRoutes } from './developers/guides-page.js';
import { requestRoutes } from './developers/requests-page.js';
import { codeRoutes } from './editor/code-page.js';
import { editorFileRoutes } from './editor/editor-file.js';
import { editorRoutes } from './editor/editor-pages.js';
import { translationRoutes } from './editor/translation-pages.js';
import { workingCopyRoutes } from './editor/working-copy-route.js';
import { elementRoutes } from './elements/element-routes.js';
import { createGuards } from './guards.js';
import { helpRoutes } from './help/help-page.js';
import { landingRoutes } from './home/landing-page.js';
import { keyRoutes } from './keys/keys-page.js';
import { dashboardAssets } from './layout/assets.js';
import { unsubscribeRoutes } from './notices/unsubscribe-page.js';
import { allowOrigins } from './page-reply.js';
import { presentRoutes } from './results/present-page.js';
import { resultRoutes } from './results/results-page.js';
import { sharedResultRoutes } from './results/shared-page.js';
import { shareRoutes } from './share/share-page.js';
import { enterRoutes } from './sign-in/enter-page.js';
import { forgotPasswordRoutes } from './sign-in/forgot-password-page.js';
import { loginRoutes } from './sign-in/login-page.js';
import { logoutRoutes } from './sign-in/logout-page.js';
import { registerRoutes } from './sign-in/register-page.js';
import { resetPasswordRoutes } from './sign-in/reset-password-page.js';
import { verifyEmailRoutes } from './sign-in/verify-email-page.js';
import { siteDesignRoutes } from './sites/site-design-page.js';
import { siteRoutes } from './sites/sites-page.js';
import { webhookRoutes } from './webhooks/webhooks-page.js';

export { createDocsHeader } from './layout/docs-header.js';
export { createErrorPage } from './layout/error-page.js';

/** The enabled pages for owners: landing page, registration, sign-in and dashboard. */
export function dashboardRoutes(services: Services): PageEndpoint[] {
  const guards = createGuards(services);
  const { landing, dashboard, register } = services.enabledPages;
  const developers = [developersRoutes, keyRoutes, webhookRoutes, requestRoutes, guideRoutes];
  const editing = [
    ...[newAskRoutes, editorRoutes, translationRoutes, designRoutes, codeRoutes],
    ...[workingCopyRoutes, editorFileRoutes],
  ];
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
          helpRoutes,
        ]
      : []),
  ];
  const endpoints = pages.flatMap((routes) => routes(services, guards)).map(withHostOrigins(services));
  return [...endpoints, ...elementRoutes(services), ...assetRoutes(Object.values(dashboardAssets))];
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
