import type { House } from '../assemble.js';
import type { PageEndpoint } from '../http/pages.js';
import { assetRoutes } from '../web/asset.js';
import { assets } from './assets.js';
import { createDoors } from './doors.js';
import { accountRoutes } from './pages/account.js';
import { keyRoutes } from './pages/keys.js';
import { landingRoutes } from './pages/landing.js';
import { loginRoutes } from './pages/login.js';
import { logoutRoutes } from './pages/logout.js';
import { overviewRoutes } from './pages/overview.js';
import { registerRoutes } from './pages/register.js';
import { siteRoutes } from './pages/sites.js';

export { createFailPage } from './fail-page.js';

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
