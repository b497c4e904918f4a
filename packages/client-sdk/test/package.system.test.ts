import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

/** Reads a file of the build. */
const built = (name: string) => readFile(new URL(`../dist/${name}`, import.meta.url), 'utf8');

test.each(['index.d.ts', 'index.d.cts'])('%s contains the types of the API and imports nothing', async (name) => {
  const text = await built(name);
  expect(text).toMatch(/interface Site\b/);
  expect(text).not.toMatch(/\bfrom ['"][\w@#./-]+['"]|import\(|@askwell\/server|zod/);
});

test('the package works with import and with require', async () => {
  const required = createRequire(import.meta.url)('@askwell/client');
  const imported = await import('@askwell/client');
  expect(Object.keys(required).sort()).toEqual(
    Object.keys(imported)
      .filter((name) => name !== 'default')
      .sort(),
  );
  expect(new required.Askwell({ apiKey: `ask_${'a'.repeat(40)}`, baseUrl: 'https://example.com' })).toBeInstanceOf(
    required.Askwell,
  );
});
