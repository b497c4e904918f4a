import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const kilobyte = 1024;

async function gzippedSize(name: string): Promise<number> {
  return gzipSync(await readFile(new URL(`../dist/${name}`, import.meta.url)), { level: 9 }).length;
}

test('the script has at most 12 KB gzipped, and all files together at most 22 KB', async () => {
  const [script = 0, ...others] = await Promise.all(['widget.js', 'questions.js', 'results.js'].map(gzippedSize));
  expect(script).toBeLessThanOrEqual(12 * kilobyte);
  expect(others.reduce((sum, size) => sum + size, script)).toBeLessThanOrEqual(22 * kilobyte);
});
