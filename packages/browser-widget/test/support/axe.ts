import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Found {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Returns the violations that axe finds on a page. */
export async function complaints(page: Page): Promise<unknown[]> {
  // The script is large, and the page may already have it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.addScriptTag({ path: axe });
  const { violations }: { violations: Found[] } = await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  );
  return violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
  ]);
}

/** The styles of a page that is dark if the visitor prefers that. */
export const darkPage =
  '<style>@media (prefers-color-scheme: dark) { body { background: #16130f; color: #eee } }</style>';
