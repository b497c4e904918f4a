import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService({ clock: () => Date.parse('2026-05-20T10:00:00Z') });
});
afterAll(() => server.close());

test('results show how far visits got, and where they stopped', async () => {
  const { funnel, forms } = server.services;
  const owner = await createOwner(server.services);
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const fields = [{ id: 'a', type: 'short_text' as const, label: 'Your <name>' }];
  const { id } = await server.askwell.forms.create(owner.session.account, { title: 'Form', fields });
  const show = (query = '') => browser.open(`/dashboard/asks/${id}/results${query}`);
  expect(wordsOf(await show())).not.toContain('Visits');

  const owned = await forms.asks.find(owner.session.scope, id);
  if (!owned) throw new Error('The form does not exist.');
  const count = (steps: string[], seconds?: number) =>
    funnel.count(owned.ask.seq, forms.kind.funnelQuestions(owned.ask.own), { steps, seconds });
  count(['view']);
  count(['view', 'start', 'shown.a']);
  count(['view', 'start', 'shown.a', 'passed.a', 'complete'], 180);
  const read = (period?: object) => server.askwell.forms.funnel(owner.session.account, id, period);
  const [field] = fields;
  expect(await read({ since: new Date('2026-05-20T23:00:00Z') })).toEqual({
    counted_since: '2026-05-20',
    views: 3,
    starts: 2,
    completions: 1,
    median_seconds: 181,
    questions: [{ id: field?.id, label: field?.label, shown: 2, stopped: 1 }],
  });
  expect(await read()).toMatchObject({ views: 3 });
  expect(await read({ until: '2026-05-20T00:00:00Z' })).toMatchObject({ views: 0, counted_since: '2026-05-20' });
  await expect(read({ since: 'yesterday' })).rejects.toMatchObject({ code: 'invalid' });
  const page = await show();
  const words = wordsOf(page);
  expect(words).toContain('Counting began on 2026-05-20.');
  expect(words).toMatch(/Saw it 3 100 %.*Started 2 66.7 %.*Sent an answer 1 33.3 %/s);
  expect(words).toContain('Median time from the start to the answer: 3 minutes');
  expect(words).toMatch(/50 % 1 of 2 visits/);
  expect(page.text).not.toContain('Your <name>');
  expect(wordsOf(await show('?until=2026-05-19'))).toMatch(/Saw it 0/);
  // The day after the last one that a timestamp can express.
  expect((await show('?until=9999-12-31')).status).toBe(200);
});
