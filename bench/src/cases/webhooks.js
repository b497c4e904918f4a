import { join } from 'node:path';
import { poll } from '../asks.js';
import { during } from '../process.js';
import { measure, requestsTo, show } from '../visitors.js';

/** @type {import('../rounds.js').Case} */
export const webhooks = {
  name: 'webhooks',
  about: 'durable votes over HTTP with and without a webhook that gets an event for each',
  measures: {
    rate: { label: 'votes with a webhook : without, requests', unit: '×', atLeast: 0.9 },
    main: { label: 'votes with a webhook : without, main thread', unit: '×', atMost: 1.1 },
  },
  async prepare(folder) {
    let run = 0;
    const vote = (/** @type {boolean} */ hasWebhook) =>
      during('webhook-receiver', {}, async (receiver) => {
        const webhook = hasWebhook ? await receiver.call('url') : undefined;
        const database = join(folder, `webhooks${run++}.db`);
        const measured = await during('askwell-visitors', { database, webhook }, async (ours) => {
          const { poll: path } = await ours.call('paths');
          return measure(ours, requestsTo(path, poll.filled));
        });
        return { ...measured, received: await receiver.call('received') };
      });

    return async (round) => {
      // The second contender may have a warmer or a busier machine.
      const isFirst = round % 2 === 0;
      const [one, other] = [await vote(isFirst), await vote(!isFirst)];
      const [sending, plain] = isFirst ? [one, other] : [other, one];
      return {
        figures: { rate: sending.rate / plain.rate, main: sending.main / plain.main },
        note: `votes/s (µs of the main thread, of all threads): without ${show(plain)}, with ${show(sending)}, ${sending.received} events received`,
      };
    };
  },
};
