import { createAskwell } from '@askwell/server';
import { poll, quiz } from '../asks.js';
import { largeForm } from '../large-form.js';
import { listening } from '../listening.js';
import { offer } from '../offer.js';
import { createKeys, registerOwner } from '../owners.js';
import { createDelayProbe } from '../probes.js';

/**
 * @typedef {object} Input
 * @property {string} database
 * @property {number} attempts The number of attempts at the quiz of the busy owner.
 * @property {number} forms The number of large forms of the busy owner.
 */

/** A server with two owners: a busy one with a key, and one with a poll that gets votes. */
offer(async (/** @type {Input} */ { database, attempts, forms }) => {
  const askwell = createAskwell({ database, registration: 'open', trustProxy: ['127.0.0.1'] });
  const busy = await registerOwner(askwell, 'busy@example.com');
  const quiet = await registerOwner(askwell, 'quiet@example.com');
  const [key] = await createKeys(askwell, busy, 1);
  const tickets = await askwell.polls.create(busy.account, { ...poll.draft, one_per: 'ticket' });
  const marked = await askwell.quizzes.create(busy.account, quiz.draft);
  const votes = await askwell.polls.create(quiet.account, poll.draft);
  await Promise.all(Array.from({ length: attempts }, () => askwell.quizzes.attempt(marked.id, quiz.filled)));
  for (let at = 0; at < forms; at++) {
    await askwell.forms.create(busy.account, { ...largeForm, title: `Large form ${at}` });
  }
  const server = await listening(askwell.node);
  const delay = createDelayProbe();

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    key: () => key,
    paths: () => ({
      tickets: `/api/v1/polls/${tickets.id}/tickets`,
      regrade: `/api/v1/quizzes/${marked.id}/regrade`,
      forms: '/api/v1/forms',
      votes: `/api/v1/polls/${votes.id}/votes`,
    }),
    async close() {
      server.close();
      await askwell.close();
    },
  };
});
