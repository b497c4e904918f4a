import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('visible-fields.ts has no imports, so that browsers can bundle it', () => {
  const source = readFileSync(new URL('./visible-fields.ts', import.meta.url), 'utf8');
  expect(source).not.toMatch(/^import\b|\bfrom '|\b(import|require)\(/m);
});
