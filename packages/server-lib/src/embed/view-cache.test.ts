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

test('a view is built once for each state', () => {
  const views = new ViewCache();
  const { build, builds } = counted(10);
  const [first, again] = [views.find('a', '1', build), views.find('a', '1', build)];
  expect([builds(), again]).toEqual([1, first]);
  const other = views.find('a', '2', build);
  expect([builds(), other.etag === first.etag]).toEqual([2, false]);
  // Only the last state is kept.
  views.find('a', '1', build);
  views.find('b', '1', build);
  expect(builds()).toBe(4);
});

test('as many views are kept as fit into 32 MiB, the latest used', () => {
  const views = new ViewCache();
  const { build, builds } = counted(1_000_000);
  for (let at = 0; at < 40; at++) views.find(`${at}`, '1', build);
  views.find('39', '1', build);
  expect(builds()).toBe(40);
  // Each counts twice, with its compressed form.
  const missing = Array.from({ length: 40 }, (_, at) => `${39 - at}`).filter((ask) => {
    const before = builds();
    views.find(ask, '1', build);
    return builds() > before;
  });
  expect(missing.length).toBe(24);
});

test('a view that does not fit is built each time', () => {
  const views = new ViewCache();
  const { build, builds } = counted(20_000_000);
  for (let time = 0; time < 2; time++) views.find('a', '1', build);
  expect(builds()).toBe(2);
});
