import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContext, Page, Request } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Details of passed rules would take twice as long.
const allRules: RunOptions = { resultTypes: ['violations'] };
const onColors = ['color-contrast', 'link-in-text-block'];

/** The rules to check a page by. The rules on colors take most of the time. The other rules find the same faults in each color scheme. */
const rulesBy = {
  all: allRules,
  colors: { ...allRules, runOnly: onColors },
  structure: { ...allRules, rules: Object.fromEntries(onColors.map((rule) => [rule, { enabled: false }])) },
} as const satisfies Record<string, RunOptions>;

/** Loads axe into each document of a context, for contexts that check many pages: the browser then compiles it only once. */
export async function loadAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript(source);
}

/**
 * Returns the violations that axe finds on a page. Waits until the page is loaded: a click that leads to it does not.
 *
 * @param rules 'colors' for a page that was checked in the other color scheme at this size, 'structure' for a page whose colors were
 *   checked in another language.
 */
export async function faults(page: Page, rules: keyof typeof rulesBy = 'all'): Promise<string[]> {
  await page.waitForLoadState();
  // The script is large, and the page may already have it.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(source);
  const options = JSON.stringify(rulesBy[rules]);
  // The other results are large, and would be copied out of the browser.
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${options}).then((found) => found.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}

/** Returns the horizontal overflow of a page in pixels. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Returns whether a request failed because the page was left before the response. */
export function wasAborted(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}
