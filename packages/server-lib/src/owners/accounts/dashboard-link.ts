import type { UrlSettings } from '../../http/base-path.js';
import type { HostUser } from '../../http/host-user.js';
import { safeNext } from '../../http/safe-next.js';
import { parseHostUser } from './host-user.js';
import type { SignInResolver } from './resolve-sign-in.js';
import type { SignInLinks } from './sign-in-links.js';

/** The path of the page that a link opens. */
export const signInLinkPath = '/enter';

/** The options of a {@link DashboardLink}. */
export interface DashboardLinkOptions {
  /**
   * The page that the link leads to: a path such as `/polls/dashboard/answers`, or a URL of the same origin. Anything else is ignored, so
   * you can pass the `next` of a request to `signInUrl`. Default: the dashboard.
   */
  next?: string | null | undefined;
}

/** Returns a URL that signs a user of the host app in to the dashboard. */
export type DashboardLink = (user: HostUser, options?: DashboardLinkOptions) => Promise<string>;

export interface DashboardLinkServices {
  readonly urls: UrlSettings;
  readonly enabledPages: { readonly dashboard: boolean };
  readonly signIn: SignInResolver;
  readonly signInLinks: SignInLinks;
}

export function createDashboardLink(services: DashboardLinkServices): DashboardLink {
  const { urls, enabledPages, signIn, signInLinks } = services;
  const { origin = '', linkBase = urls.basePath } = urls;

  function pathOf(next: string | null): string | null {
    if (next === null) return null;
    const isOwnUrl = origin !== '' && next.startsWith(`${origin}/`);
    return safeNext(isOwnUrl ? next.slice(origin.length) : next) ?? null;
  }

  return async (value, { next = null } = {}) => {
    if (!enabledPages.dashboard) {
      throw new TypeError('askwell.dashboardLink() requires the dashboard, which `pages` has turned off.');
    }
    const user = parseHostUser(value, 'askwell.dashboardLink: user');
    if (!user) throw new TypeError('askwell.dashboardLink: user: expected a user { id, name, email? }, got null.');
    const token = await signInLinks.create((await signIn.accountOf(user)).id, pathOf(next));
    return `${origin}${linkBase}${signInLinkPath}?token=${token}`;
  };
}
