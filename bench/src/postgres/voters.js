import { createAskwell } from '@askwell/server';
import { poll } from '../asks.js';

/** The secret of all instances of a measurement. */
export const secret = 'the secret of the benchmarks on PostgreSQL 0123456789';

/**
 * Opens an instance with a number of polls.
 *
 * @param {string} database
 * @param {number} polls
 */
export async function openWithPolls(database, polls) {
  const askwell = createAskwell({ database, secret });
  const account = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
  /** @type {string[]} */
  const ids = [];
  for (let at = 0; at < polls; at++) ids.push((await askwell.polls.create(account, poll.draft)).id);
  return { askwell, account, ids };
}

let visitors = 0;

/**
 * Votes for some seconds, each time as another visitor. Returns the votes per second, and the acknowledged votes.
 *
 * @param {import('@askwell/server').Askwell} askwell
 * @param {readonly string[]} ids The polls, in turns.
 * @param {{ inFlight: number, seconds: number }} options
 */
export async function voteFor(askwell, ids, { inFlight, seconds }) {
  const since = performance.now();
  let acknowledged = 0;
  let failed = 0;
  async function voteOnAndOn() {
    while (performance.now() - since < seconds * 1_000) {
      const nth = visitors++;
      try {
        await askwell.polls.votes.create(ids[nth % ids.length] ?? '', poll.filled, { id: `visitor ${nth}` });
        acknowledged++;
      } catch {
        failed++;
      }
    }
  }
  await Promise.all(Array.from({ length: inFlight }, voteOnAndOn));
  return { rate: acknowledged / ((performance.now() - since) / 1_000), acknowledged, failed };
}
