import type { House } from '../assemble-services.js';
import type { PageEndpoint } from '../http/page-endpoint.js';
import { assetRoutes } from '../web/asset.js';
import { assets } from './assets.js';
import { createDoors } from './guards.js';
import { accountRoutes } from './pages/account/account-page.js';
import { keyRoutes } from './pages/keys/keys-page.js';
import { landingRoutes } from './pages/landing-page.js';
import { overviewRoutes } from './pages/overview-page.js';
import { loginRoutes } from './pages/sign-in/login-page.js';
import { logoutRoutes } from './pages/sign-in/logout-page.js';
import { registerRoutes } from './pages/sign-in/register-page.js';
import { siteRoutes } from './pages/sites/sites-page.js';

export { createFailPage } from './error-page.js';

/** The pages owners see: registration, login and everything behind it. */
export function dashboardRoutes(house: House): PageEndpoint[] {
  const doors = createDoors(house);
  const { landing, dashboard, register } = house.surfaces;
  const pages = [
    ...(landing ? [landingRoutes] : []),
    ...(register ? [registerRoutes] : []),
    ...(dashboard ? [loginRoutes, logoutRoutes, overviewRoutes, keyRoutes, siteRoutes, accountRoutes] : []),
  ];
  return [...pages.flatMap((routes) => routes(house, doors)), ...assetRoutes(Object.values(assets))];
}
