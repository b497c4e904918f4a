import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { type CountedPeriod, createFunnel } from '../../core/funnel/funnel-service.js';
import { validSteps } from '../../core/funnel/funnel-steps.js';
import { maxFunnelCounts } from '../../core/limits.js';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const everything = { since: null, until: null };

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService({ clock: () => Date.parse('2026-05-20T10:00:00Z') });
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

async function createForm(status: 'open' | 'draft' = 'open') {
  const fields = ['a', 'b', 'c'].map((id) => ({ id, type: 'short_text' as const, label: id.toUpperCase() }));
  const { id } = await server.askwell.forms.create(owner.session.account, { title: 'Form', fields, status });
  const owned = await server.services.forms.asks.find(owner.session.scope, id);
  if (!owned) throw new Error('The form does not exist.');
  const { ask } = owned;
  const questions = server.services.forms.kind.funnelQuestions(ask.own);
  const report = (body: object, headers: Record<string, string> = {}) =>
    call(server, 'POST', `/embed/forms/${id}/progress`, {
      body,
      headers: { 'user-agent': browser, ...headers },
    });
  const read = (period: CountedPeriod = everything) => server.services.funnel.read(ask.seq, questions, period);
  return { id, ask, questions, report, read };
}

test('reports add up to the funnel, and steps that the form does not have are ignored', async () => {
  const { report, read } = await createForm();
  const steps = ['view', 'start', 'shown.a', 'passed.a', 'shown.b', 'shown.b', 'shown.x', 'anything'];
  expect((await report({ steps })).status).toBe(204);
  expect((await report({ steps: ['view'] })).status).toBe(204);
  const rest = ['passed.b', 'shown.c', 'passed.c', 'complete'];
  await report({ steps: ['view', 'start', 'shown.a', 'passed.a', 'shown.b', ...rest], seconds: 40 });
  expect(await read()).toEqual({
    counted_since: '2026-05-20',
    views: 3,
    starts: 2,
    completions: 1,
    median_seconds: 38,
    questions: [
      { id: 'a', label: 'A', shown: 2, stopped: 0 },
      { id: 'b', label: 'B', shown: 2, stopped: 1 },
      { id: 'c', label: 'C', shown: 1, stopped: 0 },
    ],
  });
  expect(await read({ since: null, until: Date.parse('2026-05-20') * 1_000 })).toMatchObject({ views: 0 });
});

test('only steps of the form are stored, each once for a report', () => {
  const steps = ['view', 'view', 'shown.a', 'shown.x', 'passed.', 'time.3', '__proto__', 'anything'];
  expect([...validSteps([{ id: 'a', label: 'A' }], { steps, seconds: 9 })]).toEqual(['view', 'shown.a']);
});

test('programs, prefetches, drafts and invalid reports are not counted', async () => {
  const { report, read } = await createForm();
  const view = { steps: ['view'] };
  await report(view, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  await report(view, { 'user-agent': 'HeadlessChrome/140' });
  await report(view, { 'sec-purpose': 'prefetch;prerender' });
  expect((await report({ steps: 'view' })).status).toBe(422);
  expect((await report({ steps: ['view'], visitor: 'x' })).status).toBe(422);
  expect((await (await createForm('draft')).report(view)).status).toBe(404);
  expect(await read()).toMatchObject({ views: 0, counted_since: null });
});

test('counts of several instances add up, and deleting all answers resets them', async () => {
  const { id, ask, questions, report, read } = await createForm();
  const { store, clock, logger } = server.services;
  const other = createFunnel({ store, clock, logger });
  other.count(ask.seq, questions, { steps: ['view', 'start'] });
  await report({ steps: ['view'] });
  await other.flush();
  expect(await read()).toMatchObject({ views: 2, starts: 1 });
  await server.askwell.forms.submissions.reset(owner.session.account, id);
  expect(await read()).toMatchObject({ views: 0, starts: 0, counted_since: null });
});

test('a flood of different counts stays within the limit', async () => {
  const { store, clock, logger } = server.services;
  const funnel = createFunnel({ store, clock, logger });
  const { ask, questions } = await createForm();
  // Asks that do not exist: their counts are collected, and are skipped when they are written.
  for (let seq = 1; seq <= maxFunnelCounts + 10; seq++) funnel.count(-seq, [], { steps: ['view'] });
  funnel.count(ask.seq, questions, { steps: ['view'] });
  await funnel.flush();
  expect(await funnel.read(ask.seq, questions, everything)).toMatchObject({ views: 0 });
  funnel.count(ask.seq, questions, { steps: ['view'] });
  expect(await funnel.read(ask.seq, questions, everything)).toMatchObject({ views: 1 });
});

test('the stops at questions are the visits that started and did not complete', async () => {
  const visits = fc.array(fc.record({ shown: fc.subarray(['a', 'b', 'c'], { minLength: 1 }), passed: fc.nat(3) }));
  await fc.assert(
    fc.asyncProperty(visits, async (list) => {
      const { ask, questions, read } = await createForm();
      let incomplete = 0;
      for (const { shown, passed } of list) {
        // Conditions may skip questions. A visit stops at the first question that it has not passed.
        const reached = shown.slice(0, passed + 1).map((id) => `shown.${id}`);
        const left = shown.slice(0, passed).map((id) => `passed.${id}`);
        const isComplete = passed >= shown.length;
        if (!isComplete) incomplete++;
        const steps = ['view', 'start', ...reached, ...left, ...(isComplete ? ['complete'] : [])];
        server.services.funnel.count(ask.seq, questions, { steps });
      }
      const { starts, completions, questions: counted } = await read();
      expect(starts).toBe(list.length);
      expect(starts - completions).toBe(incomplete);
      expect(counted.reduce((sum, { stopped }) => sum + stopped, 0)).toBe(incomplete);
    }),
    { numRuns: 15 },
  );
});
