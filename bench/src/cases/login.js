import { join } from 'node:path';
import { drive, request } from '../load.js';
import { password } from '../owners.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';

const people = sized(50, 3);
const warmUp = sized(1, 0.05);

/** @type {import('../rounds.js').Case} */
export const login = {
  name: 'login',
  about: `${people} people who sign in at once`,
  measures: {
    memory: { label: `memory for ${people} logins at once`, unit: 'MiB' },
    health: { label: '/healthz meanwhile, p99', unit: 'ms' },
    last: { label: 'the last of them is in after', unit: 'ms' },
  },
  async prepare(folder) {
    const database = join(folder, 'askwell.db');
    await during('askwell-owners', { database }, (owners) => owners.call('fill', { owners: people, keys: 0 }));

    return () =>
      during('askwell-http', { database }, async (askwell) => {
        const port = await askwell.call('port');
        const health = {
          port,
          connections: 1,
          rate: 200,
          seconds: warmUp,
          script: () => () => request('GET', '/healthz'),
          expected: [200],
        };
        await drive(health);
        await askwell.call('watchMemory');
        const logins = logInOnce(port);
        const watched = await drive({ ...health, until: logins });
        const memory = await askwell.call('memory');
        const driven = await logins;
        return {
          figures: { memory, health: watched.latency.p99, last: driven.latency.max },
          note: `${driven.answers} logins, the middle one in ${driven.latency.p50.toFixed(0)} ms`,
        };
      });
  },
};

/**
 * Signs in one person per connection, each from an address of their own.
 *
 * @param {number} port
 */
function logInOnce(port) {
  const script = (/** @type {number} */ at) => () => {
    const form = new URLSearchParams({ email: `owner${at}@example.com`, password });
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': `10.2.0.${at}` };
    return request('POST', '/login', headers, String(form));
  };
  return drive({ port, connections: people, seconds: 0.2, script, expected: [303] });
}
