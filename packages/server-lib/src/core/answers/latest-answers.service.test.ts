import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { findLatestAnswers } from './latest-answers.js';

let server: TestServer;
let now = Date.parse('2026-03-01T12:00:00Z');
beforeAll(async () => {
  server = await startService({ clock: () => now });
});
afterAll(() => server.close());

const hour = 3_600_000;
const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };

/** A vote in one of six polls. The first four have the same owner. */
const votes = fc.array(fc.record({ poll: fc.nat(5), minutes: fc.integer({ min: 1, max: 100 }) }), { maxLength: 15 });
const limits = fc.record({
  asks: fc.constantFrom(0, 0, 0, 4),
  hours: fc.integer({ min: 0, max: 12 }),
  batch: fc.integer({ min: 1, max: 4 }),
});

test('finds the same latest answers by their hours as by their asks', async () => {
  const { polls } = server.askwell;
  await fc.assert(
    fc.asyncProperty(votes, limits, fc.integer({ min: 1, max: 4 }), async (given, limit, size) => {
      now += 100 * hour;
      const [own, other] = [await createOwner(server.services), await createOwner(server.services)];
      const owners = [own, own, own, own, other, other];
      const asks = await Promise.all(owners.map(({ session }) => polls.create(session.account, draft)));
      const expected: string[] = [];
      for (const { poll, minutes } of given) {
        now += (minutes * hour) / 60;
        const { id } = await polls.vote(asks[poll]?.id ?? '', { choices: ['o1'] });
        if (owners[poll] === own) expected.unshift(id);
      }
      const seen: string[] = [];
      for (let before: string | null = null; ; ) {
        const page = { before, limit: size };
        const found = await findLatestAnswers(server.services.store, own.session.scope, page, limit);
        seen.push(...found.map(({ id }) => `vote_${id}`));
        if (found.length < size) break;
        before = found.at(-1)?.id ?? null;
      }
      expect(seen).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});
