import { join } from 'node:path';
import { poll } from '../asks.js';
import { drive } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';
import { requestsTo } from '../visitors.js';

const seconds = sized(4, 0.3);
/** The resources of the busy account. */
const owned = {
  attempts: sized(2_000, 20),
  forms: sized(100, 1),
  answers: sized(400_000, 100),
  imported: sized(20_000, 10),
  webhooks: sized(20, 2),
};
const ticketCount = sized(10_000, 100);

/** @type {import('../rounds.js').Case} */
export const neighbours = {
  name: 'neighbours',
  about:
    "votes on one account's poll while another account issues tickets, searches, exports, imports, edits and follows changes",
  measures: {
    p95: { label: 'latency of a vote during heavy requests of another account, p95', unit: 'ms', atMost: 30 },
    p99: { label: 'the same, p99', unit: 'ms', atMost: 100 },
    longP95: { label: 'latency of a vote during long requests of another account, p95', unit: 'ms', atMost: 30 },
    longP99: { label: 'the same, p99', unit: 'ms', atMost: 100 },
    alone: { label: 'the same without them', unit: 'ms' },
    delay: { label: 'event loop delay during heavy requests of another account, p99', unit: 'ms' },
  },
  async prepare(folder) {
    return (round) =>
      during('slow-receiver', {}, async (receiver) => {
        const webhook = await receiver.call('url');
        return during('askwell-neighbours', { database: join(folder, `${round}.db`), webhook, ...owned }, measure);
      });
  },
};

/** @param {import('../process.js').Contender} contender */
async function measure(contender) {
  const port = await contender.call('port');
  const paths = await contender.call('paths');
  const votes = {
    port,
    connections: 32,
    rate: 300,
    seconds,
    script: () => requestsTo(paths.votes, poll.filled),
    expected: [201],
  };
  const alone = await drive(votes);
  const target = { port, key: await contender.call('key'), cookies: await contender.call('cookies'), paths };
  return during('greedy-client', target, async (client) => {
    await client.call('prepare');
    const [heavy, loaded, delay] = await Promise.all([
      client.call('runHeavy', { seconds, tickets: ticketCount }),
      drive(votes),
      contender
        .call('watchDelay')
        .then(() => pause(seconds * 1000))
        .then(() => contender.call('delay')),
    ]);
    const [long, done] = await Promise.all([drive(votes), client.call('runLong', { seconds })]);
    return {
      figures: {
        p95: loaded.latency.p95,
        p99: loaded.latency.p99,
        longP95: long.latency.p95,
        longP99: long.latency.p99,
        alone: alone.latency.p95,
        delay: delay.p99,
      },
      note: `longest vote ${count(loaded.latency.max)} ms; answered meanwhile: ${toCounts(heavy)}; during long requests, longest vote ${count(long.latency.max)} ms, answered: ${toAmounts(done)}`,
    };
  });
}

/** @param {Record<string, number>} answers */
function toCounts(answers) {
  return Object.entries(answers)
    .map(([name, number]) => `${name} ${count(number)}`)
    .join(', ');
}

/** @param {Record<string, { requests: number, refused: number, sent: number, received: number }>} done */
function toAmounts(done) {
  return Object.entries(done)
    .map(([name, { requests, refused, sent, received }]) => {
      const amounts = [`${count((sent + received) / 1e6)} MB`, ...(refused > 0 ? [`${count(refused)} refused`] : [])];
      return `${name} ${count(requests)} (${amounts.join(', ')})`;
    })
    .join(', ');
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
