import type { PageOptions } from './page-options.js';

/** The enabled pages. */
export type EnabledPages = Readonly<Record<keyof PageOptions, boolean>>;

/** The default pages of an instance. The home page and the docs belong to the host app. */
export const defaultPages: EnabledPages = { landing: false, dashboard: true, register: true, docs: false };

/** Returns the enabled pages of the option `pages`. */
export function enabledPagesOf({ landing, dashboard, register, docs }: PageOptions = {}): EnabledPages {
  const hasDashboard = dashboard ?? defaultPages.dashboard;
  return {
    landing: landing ?? defaultPages.landing,
    dashboard: hasDashboard,
    // Without the dashboard, an account is useless.
    register: hasDashboard && (register ?? defaultPages.register),
    docs: docs ?? defaultPages.docs,
  };
}

/** Returns the path of the home page; null if neither the landing page nor the dashboard is enabled. */
export function homeOf({ landing, dashboard }: EnabledPages, base: string): string | null {
  if (landing) return `${base}/`;
  return dashboard ? `${base}/dashboard` : null;
}
