import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Askwell } from '../src/index.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
let askwell: Askwell;
let requests: number;
const names = Array.from({ length: 7 }, (_, at) => `Site ${at}`);

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  requests = 0;
  askwell = await service.createClient({
    onRequest: () => {
      requests++;
    },
  });
  for (const name of names) await askwell.sites.create({ name });
});
afterAll(() => service.close());

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

test('iteration, pages and toArray return the same items in the same order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 0, max: 9 }),
      async (limit, order, maxItems) => {
        const expected = order === 'asc' ? names : names.toReversed();
        const list = askwell.sites.list({ limit, order });

        const iterated = [];
        for await (const { name } of list) iterated.push(name);
        expect(iterated).toEqual(expected);

        const paged = [];
        for (let page = await list.page(); page; ) {
          expect(page.data.length).toBeLessThanOrEqual(limit);
          paged.push(...namesOf(page.data));
          const next = await page.next();
          if (!next) break;
          page = next;
        }
        expect(paged).toEqual(expected);

        expect(namesOf(await list.toArray({ limit: maxItems }))).toEqual(expected.slice(0, maxItems));
      },
    ),
    { numRuns: 30 },
  );
});

test('a page is requested only when its items are needed', async () => {
  requests = 0;
  const list = askwell.sites.list({ limit: 2 });
  expect(requests).toBe(0);
  await list.toArray({ limit: 0 });
  expect(requests).toBe(0);
  await list.toArray({ limit: 2 });
  expect(requests).toBe(1);
  for await (const _site of list) break;
  expect(requests).toBe(2);
  expect(await askwell.sites.list().toArray()).toHaveLength(7);
  expect(requests).toBe(3);
});

test('iteration starts at a cursor', async () => {
  const first = await askwell.sites.list({ limit: 3, order: 'asc' }).page();
  const rest = askwell.sites.list({ order: 'asc', cursor: first.meta.next_cursor ?? '' });
  expect(namesOf(await rest.toArray())).toEqual(names.slice(3));
});
