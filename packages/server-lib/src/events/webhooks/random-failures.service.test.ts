import { expect, test, vi } from 'vitest';
import { randomFor } from '../../../test/support/random.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import type { RandomInt } from '../../kinds/quiz/shuffle.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { recordOutcomes } from './record-outcomes.js';

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null };

/** The number of rounds. In each, visitors vote, messages and writes fail, and the service may be restarted. */
const rounds = 12;

/** Makes some of the writes that record outcomes of events fail, before or after they are committed. */
function failSomeWrites({ services: { store } }: TestServer, random: RandomInt): void {
  const { run } = store;
  vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
    const fails = write.name === recordOutcomes.name && random(8) === 0;
    if (fails && random(2) === 0) throw new Error('The database is away.');
    const outcome = await run.call(store, write, input);
    if (fails) throw new Error('The connection was lost.');
    return outcome;
  });
}

test('all events arrive in the order of their polls, whatever fails', async () => {
  const random = randomFor('webhooks');
  const { clock, source } = createTestClock('2026-01-31');
  const webhooks = { retryDelays: Array(20).fill(1) };
  let server = await startService({ clock: source, webhooks });
  failSomeWrites(server, random);
  const { session } = await createOwner(server.services);
  const receiver = new Receiver(clock);
  receiver.secret = (await server.services.webhooks.create(session.scope, { url: receiver.url })).secret;
  receiver.answer = () => ({ status: random(10) < 3 ? 500 : 204 });
  const votes = new Map<string, string[]>();
  for (let poll = 0; poll < 3; poll++) votes.set((await server.askwell.polls.create(session.account, draft)).id, []);
  for (let round = 0; round < rounds; round++) {
    for (const [poll, ids] of votes)
      for (let left = random(12); left > 0; left--)
        ids.push((await server.askwell.polls.vote(poll, { choices: ['o1'] })).id);
    await clock.advance(random(3_000));
    if (random(5) === 0) {
      await server.close();
      server = await startService({ clock: source, webhooks, database: server.database });
      failSomeWrites(server, random);
    }
  }
  receiver.answer = () => ({ status: 204 });
  // During a long move of the test clock, periodic work runs less often.
  for (let minute = 0; minute < 20; minute++) await clock.advance({ minutes: 1 });
  for (const [poll, ids] of votes) {
    const accepted = receiver.accepted.filter(({ ask_id, type }) => ask_id === poll && type === 'answer.created');
    // An event is sent again if its outcome was not recorded.
    expect([...new Set(accepted.map(({ answer_id }) => answer_id))]).toEqual(ids);
  }
  await server.close();
});
