import { createAskwell } from '@askwell/server';
import { nthBallot } from '../ballots.js';
import { listening } from '../listening.js';
import { registerOwner } from '../owners.js';
import { createDelayProbe } from '../probes.js';

const together = 1_000;

/**
 * @typedef {object} Input
 * @property {string} database
 * @property {number} options
 * @property {number} ballots The number of distinct ballots that are cast before the server listens.
 */

/** A ranked poll with ballots, whose visitors see the results after voting. */
export const open = async (/** @type {Input} */ { database, options, ballots }) => {
  const askwell = createAskwell({ database, registration: 'open', trustProxy: ['127.0.0.1'] });
  const { account } = await registerOwner(askwell, 'owner@example.com');
  const { id } = await askwell.polls.create(account, {
    title: 'Which of these first?',
    type: 'ranked',
    options: Array.from({ length: options }, (_, at) => `Option ${at + 1}`),
    results_visibility: 'after_answer',
  });
  for (let from = 0; from < ballots; from += together) {
    const part = Array.from({ length: Math.min(together, ballots - from) }, (_, at) => from + at);
    await Promise.all(
      part.map((n) => askwell.polls.votes.create(id, { choices: nthBallot(options, n) }, { id: `filling-${n}` })),
    );
  }
  const server = await listening(askwell.node);
  const delay = createDelayProbe();

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    path: () => `/api/v1/polls/${id}/votes`,
    /** Returns whether the rounds contain every vote. */
    async isCounted() {
      const { votes_count, ranked } = await askwell.polls.results(account, id);
      const first = Object.values(ranked?.rounds[0]?.votes ?? {}).reduce((sum, votes) => sum + votes, 0);
      return first === votes_count;
    },
    async close() {
      server.close();
      await askwell.close();
    },
  };
};
