import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = fileURLToPath(new URL('../../packages/server-lib/test/support/browser/chromium.ts', import.meta.url));
const target = new URL('../data/chromium.mjs', import.meta.url);

/**
 * Launches the Chromium that the tests use.
 *
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launchChromium() {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  });
  await mkdir(new URL('.', target), { recursive: true });
  await writeFile(target, outputFiles[0]?.text ?? '');
  const tests = await import(target.href);
  return tests.launchChromium();
}
