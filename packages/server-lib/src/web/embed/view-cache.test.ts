import { expect, test } from 'vitest';
import { ViewCache } from './view-cache.js';

function counted(size: number) {
  let builds = 0;
  const build = () => {
    builds++;
    return { text: `${builds}`.padEnd(size, '.') };
  };
  return { build, builds: () => builds };
}

test('builds a view once per state', () => {
  const views = new ViewCache();
  const { build, builds } = counted(10);
  const [first, again] = [views.find('a', '1', build), views.find('a', '1', build)];
  expect([builds(), again]).toEqual([1, first]);
  const other = views.find('a', '2', build);
  expect([builds(), other.etag === first.etag]).toEqual([2, false]);
  // Only the last state is cached.
  views.find('a', '1', build);
  views.find('b', '1', build);
  expect(builds()).toBe(4);
});

test('caches the most recently used views, up to 32 MiB', () => {
  const views = new ViewCache();
  const { build, builds } = counted(1_000_000);
  for (let index = 0; index < 40; index++) views.find(`${index}`, '1', build);
  views.find('39', '1', build);
  expect(builds()).toBe(40);
  // Each counts twice, because of its compressed text.
  const missing = Array.from({ length: 40 }, (_, index) => `${39 - index}`).filter((ask) => {
    const before = builds();
    views.find(ask, '1', build);
    return builds() > before;
  });
  expect(missing.length).toBe(24);
});

test('does not cache a view that does not fit', () => {
  const views = new ViewCache();
  const { build, builds } = counted(20_000_000);
  for (let time = 0; time < 2; time++) views.find('a', '1', build);
  expect(builds()).toBe(2);
});
