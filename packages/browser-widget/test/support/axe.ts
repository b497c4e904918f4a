import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const allRules = { resultTypes: ['violations'] };
const onColors = ['color-contrast', 'link-in-text-block'];

/** The rules to check a page by. The rules on colors take most of the time. The other rules find the same faults in each color scheme. */
const rulesBy = {
  all: allRules,
  colors: { ...allRules, runOnly: onColors },
  structure: { ...allRules, rules: Object.fromEntries(onColors.map((rule) => [rule, { enabled: false }])) },
};

/**
 * Returns the violations that axe finds on a page.
 *
 * @param rules - 'colors' for a page that was checked in the other color scheme at this size, 'structure' for a page whose colors were
 *   checked in another language.
 */
export async function complaints(page: Page, rules: keyof typeof rulesBy = 'all'): Promise<unknown[]> {
  // The script is large, and the page may already have it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.addScriptTag({ path: axe });
  // A widget follows the color scheme in the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const options = JSON.stringify(rulesBy[rules]);
  // The other results are large, and would be copied out of the browser.
  const violations: Found[] = await page.evaluate(`axe.run(${options}).then((found) => found.violations)`);
  return violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ]);
}

/** The styles of a page that is dark if the visitor prefers that. */
export const darkPage =
  '<style>@media (prefers-color-scheme: dark) { body { background: #16130f; color: #eee } }</style>';
