import axe from 'axe-core';
import type { Page, Request } from 'playwright-core';

/** What axe finds on a page, in a line each. */
export async function faults(page: Page): Promise<string[]> {
  // The script is large, and a page that is looked at again has it already.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source);
  // Only violations are read, and details of what passes take as long again.
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run({ resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** How much wider a page is than its window. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Whether a request failed because its page was left: full Chromium loads a page's icon after the page itself. */
export function isLeftIcon(request: Request): boolean {
  return request.url().endsWith('.svg') && request.failure()?.errorText === 'net::ERR_ABORTED';
}
