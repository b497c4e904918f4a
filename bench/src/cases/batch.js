import { join } from 'node:path';
import { form, poll } from '../asks.js';
import { drive, request } from '../load.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { count } from '../table.js';

/** The answers of a request. */
const size = sized(1_000, 20);
const seconds = sized(3, 0.05);
const warmUp = sized(1, 0.02);

/** @type {import('../rounds.js').Case} */
export const batch = {
  name: 'batch',
  about: '1,000 answers with one request by key, each by another visitor',
  measures: {
    votes: { label: 'votes in batches', unit: '/s', atLeast: 20_000 },
    submissions: { label: 'forms of 15 fields in batches', unit: '/s' },
    delay: { label: 'event loop p99 under batches of votes', unit: 'ms', atMost: 20 },
    formDelay: { label: 'event loop p99 under batches of forms', unit: 'ms' },
  },
  async prepare(folder) {
    let visitors = 0;
    let run = 0;

    /** @param {'poll' | 'form'} kind @param {object} filled */
    function measure(kind, filled) {
      return during('askwell-visitors', { database: join(folder, `batch${run++}.db`) }, async (askwell) => {
        const port = await askwell.call('port');
        const paths = await askwell.call('paths');
        const headers = { 'content-type': 'application/json', 'x-api-key': await askwell.call('key') };
        const next = () => {
          const answers = Array.from({ length: size }, () => ({
            ...filled,
            voter: `visitor-${visitors++}-of-a-batch`,
          }));
          return request('POST', `${paths[kind]}/batch`, headers, JSON.stringify({ answers }));
        };
        // One request is sent while the server records another.
        const load = { port, connections: 2, script: () => next, expected: [200] };
        await drive({ ...load, seconds: warmUp });
        await askwell.call('watchDelay');
        const driven = await drive({ ...load, seconds });
        const { p99 } = await askwell.call('delay');
        return { rate: driven.perSecond * size, delay: p99, latency: driven.latency.p50 };
      });
    }

    return async () => {
      const votes = await measure('poll', poll.filled);
      const forms = await measure('form', form.filled);
      return {
        figures: { votes: votes.rate, submissions: forms.rate, delay: votes.delay, formDelay: forms.delay },
        note: `a second, and ms of a batch: votes ${count(votes.rate)} (${count(votes.latency)}), forms ${count(forms.rate)} (${count(forms.latency)})`,
      };
    };
  },
};
