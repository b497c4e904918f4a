import { expect, test } from 'vitest';
import { ViewCache } from './view-cache.js';

function counted(size: number) {
  let builds = 0;
  const build = async () => {
    builds++;
    return { text: `${builds}`.padEnd(size, '.') };
  };
  return { build, builds: () => builds };
}

test('builds a view once per state, also for requests at the same time', async () => {
  const views = new ViewCache();
  const { build, builds } = counted(10);
  const [first, again] = await Promise.all([views.find('a', '1', build), views.find('a', '1', build)]);
  expect([builds(), again]).toEqual([1, first]);
  expect([await views.find('a', '1', build), builds()]).toEqual([first, 1]);
  const other = await views.find('a', '2', build);
  expect([builds(), other.etag === first.etag]).toEqual([2, false]);
  // Only the last state is cached.
  await views.find('a', '1', build);
  await views.find('b', '1', build);
  expect(builds()).toBe(4);
});

test('caches the most recently used views, up to 32 MiB', async () => {
  const views = new ViewCache();
  const { build, builds } = counted(1_000_000);
  for (let index = 0; index < 40; index++) await views.find(`${index}`, '1', build);
  await views.find('39', '1', build);
  expect(builds()).toBe(40);
  // Each counts twice, because of its compressed text.
  for (let index = 39; index >= 0; index--) await views.find(`${index}`, '1', build);
  expect(builds()).toBe(40 + 24);
});

test('does not cache a view that does not fit', async () => {
  const views = new ViewCache();
  const { build, builds } = counted(20_000_000);
  for (let time = 0; time < 2; time++) await views.find('a', '1', build);
  expect(builds()).toBe(2);
});

test('builds a view again after a failure', async () => {
  const views = new ViewCache();
  const { build, builds } = counted(10);
  await expect(views.find('a', '1', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await views.find('a', '1', build);
  expect(builds()).toBe(1);
});
