import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostedPageClient, hiddenValue } from '../../../test/support/browser/hosted-page-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { html } from '../../base/html.js';
import { MarkupCache } from './markup-cache.js';

let server: TestServer;
let hosted: Awaited<ReturnType<typeof createHostedPageClient>>;
beforeAll(async () => {
  server = await startService();
  hosted = await createHostedPageClient(server);
});
afterAll(() => server.close());

function counted(size: number) {
  let builds = 0;
  const build = () => html`${`${++builds}`.padEnd(size, '.')}`;
  return { build, builds: () => builds };
}

test('builds a part once per state', () => {
  const parts = new MarkupCache();
  const { build, builds } = counted(10);
  const first = parts.find('a', '1', build);
  expect(parts.find('a', '1', build)).toBe(first);
  expect([first.markup, parts.find('a', '2', build).markup, builds()]).toEqual(['1.........', '2.........', 2]);
  expect(parts.find('b', '2', () => null)).toBeNull();
  expect(parts.find('b', '2', build).markup).toBe('3.........');
});

test('caches up to 32 MiB and never a part that does not fit', () => {
  const parts = new MarkupCache();
  const { build, builds } = counted(1_000_000);
  for (let index = 0; index < 20; index++) parts.find(`${index}`, '1', build);
  parts.find('19', '1', build);
  parts.find('4', '1', build);
  expect(builds()).toBe(20);
  parts.find('3', '1', build);
  expect(builds()).toBe(21);
  const large = counted(17_000_000);
  for (let time = 0; time < 2; time++) parts.find('large', '1', large.build);
  expect(large.builds()).toBe(2);
});

test('a page shows the current form and results without values of other visitors', async () => {
  const fields = [{ type: 'single_choice' as const, label: 'Which?', options: ['Red', 'Green'] }];
  const id = await hosted.form({ fields, results_visibility: 'always' });
  const openPage = () => hosted.visitor().open(`/p/${id}`);
  const first = await openPage();
  expect(first.text).toContain('value="o1"');
  expect((await hosted.visitor().open(`/p/${id}?f1=o1`)).text).toContain('checked');
  const second = await openPage();
  expect(second.text).not.toContain('checked');
  expect(hiddenValue(second, '.voter')).not.toBe(hiddenValue(first, '.voter'));
  expect(second.text).not.toContain('100%');

  const options = ['Blue', 'Yellow'];
  await server.askwell.forms.update(hosted.account, id, {
    fields: [{ type: 'single_choice', label: 'Which?', options }],
  });
  const changed = (await openPage()).text;
  expect([changed.includes('Yellow'), changed.includes('Green')]).toEqual([true, false]);

  const visitor = hosted.visitor();
  await visitor.answer(await visitor.open(`/p/${id}`), { f2: 'o2' });
  expect((await openPage()).text).toContain('100%');
});

test('a form with too many choices is not cached without its message', async () => {
  const options = Array.from({ length: 20 }, (_, index) => `${index}`);
  const matrix = {
    type: 'matrix',
    label: 'x',
    rows: Array.from({ length: 50 }, (_, index) => `${index}`),
    options,
  } as const;
  const id = await hosted.form({ fields: Array.from({ length: 12 }, () => matrix), results_visibility: 'never' });
  for (let time = 0; time < 2; time++) {
    const { text } = await hosted.visitor().open(`/p/${id}`);
    expect(text).toContain('This form has too many options to show without JavaScript.');
  }
});

test('a form with only hidden fields does not count as too large', async () => {
  const id = await hosted.form({ fields: [{ type: 'hidden', label: 'Source' }] });
  for (let time = 0; time < 2; time++) {
    const { text } = await hosted.visitor().open(`/p/${id}`);
    expect(text).not.toContain('This form has too many options to show without JavaScript.');
    expect(text).toContain('<button');
  }
});
