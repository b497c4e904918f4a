import type { PageOptions } from './page-options.js';

/** The enabled pages. */
export type EnabledPages = Readonly<Record<keyof PageOptions, boolean>>;

/** Returns the enabled pages of the option `pages`. By default, an instance does not speak for its host. */
export function enabledPagesOf({ landing, dashboard, register, docs }: PageOptions = {}): EnabledPages {
  const hasDashboard = dashboard ?? true;
  return {
    landing: landing ?? false,
    dashboard: hasDashboard,
    // Without the dashboard, an account is useless.
    register: hasDashboard && (register ?? true),
    docs: docs ?? false,
  };
}

/** Returns the path of the home page; null if neither the landing page nor the dashboard is enabled. */
export function homeOf({ landing, dashboard }: EnabledPages, base: string): string | null {
  if (landing) return `${base}/`;
  return dashboard ? `${base}/dashboard` : null;
}
