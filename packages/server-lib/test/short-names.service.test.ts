import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { shortNames } from '../../browser-widget/build/short-names.mjs';

test('the build of the widget shortens no name of a member of the API', () => {
  const types = readFileSync(new URL('../src/shared/contract/resources.ts', import.meta.url), 'utf8');
  const members = new Set([...types.matchAll(/(\w+)\??: /g)].map(([, name]) => name));
  expect(members).toContain('row');
  expect(Object.keys(shortNames).filter((name) => members.has(name))).toEqual([]);
});
