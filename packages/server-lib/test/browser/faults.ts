import axe from 'axe-core';
import type { Page, Request } from 'playwright-core';

/** Returns the violations that axe finds on a page. */
export async function faults(page: Page): Promise<string[]> {
  // The script is large, and the page may already have it.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Details of passed rules would take twice as long.
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** Returns the horizontal overflow of a page in pixels. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Whether a request failed because the page was closed: full Chromium loads the icon of a page after the page. */
export function isLeftIcon(request: Request): boolean {
  return request.url().endsWith('.svg') && request.failure()?.errorText === 'net::ERR_ABORTED';
}
