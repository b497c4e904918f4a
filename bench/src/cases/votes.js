import { join } from 'node:path';
import { poll } from '../asks.js';
import { bundleStore } from '../bundle-store.js';
import { during } from '../process.js';
import { answerOnce, measure, requestsTo, show } from '../visitors.js';

/** @type {import('../rounds.js').Case} */
export const votes = {
  name: 'votes',
  about: 'durable votes over HTTP, each by a new visitor',
  measures: {
    rate: { label: 'a vote : the same post parsed and answered, requests', unit: '×', atLeast: 0.45 },
    main: { label: 'a vote : the same post parsed and answered, main thread', unit: '×', atMost: 2 },
    keyedRate: { label: 'a vote with an Idempotency-Key : the same, requests', unit: '×', atLeast: 0.45 },
    keyedMain: { label: 'a vote with an Idempotency-Key : the same, main thread', unit: '×', atMost: 2 },
    byHand: { label: 'a vote : a vote by hand over the same store, requests', unit: '×' },
    fastify: { label: 'a vote : Fastify, @fastify/rate-limit, better-sqlite3, requests', unit: '×', atLeast: 3 },
    express: { label: 'a vote : Express, express-rate-limit, better-sqlite3, requests', unit: '×', atLeast: 8 },
    bytes: { label: 'a vote on disk, with its Idempotency-Key', unit: 'bytes', atMost: 200 },
  },
  async prepare(folder) {
    let run = 0;
    const fresh = () => ({ database: join(folder, `votes${run++}.db`) });
    const copied = await during('askwell-visitors', fresh(), async (ours) => {
      const { poll: path } = await ours.call('paths');
      return { path, answer: await answerOnce(ours, requestsTo(path, poll.filled)) };
    });
    const bundle = await bundleStore(folder);
    const headers = withoutLength(copied.answer.headers);
    const measureBare = (/** @type {{ keyed: boolean }} */ options) =>
      during('bare-post', copied.answer, (peer) => measure(peer, requestsTo(copied.path, poll.filled, options)));

    return async () => {
      const bare = await measureBare({ keyed: false });
      const plain = await during('askwell-visitors', fresh(), async (ours) => {
        const { poll: path } = await ours.call('paths');
        return measure(ours, requestsTo(path, poll.filled));
      });
      const byHand = await during('by-hand-votes', { ...fresh(), bundle, headers }, (peer) =>
        measure(peer, requestsTo(copied.path, poll.filled)),
      );
      const bareKeyed = await measureBare({ keyed: true });
      const keyed = await during('askwell-visitors', fresh(), async (ours) => {
        const { poll: path } = await ours.call('paths');
        const empty = await ours.call('bytes');
        const measured = await measure(ours, requestsTo(path, poll.filled, { keyed: true }));
        return { ...measured, bytes: ((await ours.call('bytes')) - empty) / (await ours.call('votes')) };
      });
      const [fastify, express] = [
        await during('fastify-votes', fresh(), (peer) => measure(peer, requestsTo('/votes', poll.filled))),
        await during('express-votes', fresh(), (peer) => measure(peer, requestsTo('/votes', poll.filled))),
      ];
      return {
        figures: {
          rate: plain.rate / bare.rate,
          main: plain.main / bare.main,
          keyedRate: keyed.rate / bareKeyed.rate,
          keyedMain: keyed.main / bareKeyed.main,
          byHand: plain.rate / byHand.rate,
          fastify: plain.rate / fastify.rate,
          express: plain.rate / express.rate,
          bytes: keyed.bytes,
        },
        note: `votes/s (µs of the main thread, of all threads): bare ${show(bare)}, askwell ${show(plain)}, by hand over the same store ${show(byHand)}; with a key: bare ${show(bareKeyed)}, askwell ${show(keyed)}; fastify ${show(fastify)}, express ${show(express)}`,
      };
    };
  },
};

/** Returns the headers of an answer for one with another body. @param {string[]} headers Names and values in turns. */
function withoutLength(headers) {
  return headers.filter((_, at) => headers[at - (at % 2)]?.toLowerCase() !== 'content-length');
}
