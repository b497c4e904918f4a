import type { PageOptions } from './page-options.js';

/** Which pages are served, by the `pages` option. */
export type EnabledPages = Readonly<Record<keyof PageOptions, boolean>>;

export function enabledPagesOf({ landing, dashboard, register, docs }: PageOptions = {}): EnabledPages {
  const hasDashboard = dashboard ?? true;
  return {
    landing: landing ?? true,
    dashboard: hasDashboard,
    // An account without a dashboard has no use.
    register: hasDashboard && (register ?? true),
    docs: docs ?? true,
  };
}

/** The page that the name of the product leads to; null where there is none. */
export function homeOf({ landing, dashboard }: EnabledPages, base: string): string | null {
  if (landing) return `${base}/`;
  return dashboard ? `${base}/dashboard` : null;
}
