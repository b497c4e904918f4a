import { expect, test } from 'vitest';
import { createDeferred } from '../../../test/support/deferred.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { Receiver, type Reply } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

test('stopping waits three seconds for responses. The events are sent again after the next start', async () => {
  const { clock, source } = createTestClock('2026-01-31');
  const first = await startService({ clock: source });
  const { session } = await createOwner(first.services);
  const receiver = new Receiver(clock);
  receiver.secret = (await first.services.webhooks.create(session.scope, { url: receiver.url })).secret;
  const arrived = createDeferred();
  receiver.answer = () => {
    arrived.resolve();
    return createDeferred<Reply>().promise;
  };
  await first.askwell.polls.create(session.account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const sending = clock.advance(0);
  await arrived.promise;
  const closed = first.close();
  await clock.advance({ seconds: 3 });
  await Promise.all([closed, sending]);

  receiver.answer = () => ({ status: 204 });
  const second = await startService({ clock: source, database: first.database });
  await clock.advance({ minutes: 1 });
  expect([receiver.attempts.length, receiver.accepted.length]).toEqual([2, 1]);
  await second.close();
});
