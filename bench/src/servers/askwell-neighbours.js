import { createAskwell } from '@askwell/server';
import { poll, quiz } from '../asks.js';
import { largeForm } from '../large-form.js';
import { listening } from '../listening.js';
import { createKeys, registerOwner, signIn } from '../owners.js';
import { createDelayProbe } from '../probes.js';

/**
 * @typedef {object} Input
 * @property {string} database
 * @property {number} attempts The number of attempts at the quiz of the busy owner.
 * @property {number} forms The number of large forms of the busy owner.
 * @property {number} answers The number of answers that the busy owner exports.
 * @property {number} imported The number of answers in the file that the busy owner imports.
 * @property {string} webhook A URL that answers slowly.
 * @property {number} webhooks The number of webhooks of the busy owner.
 */

/** A server with a busy owner with a key, one with a poll that gets votes, and one whose export the busy owner imports. */
export const open = async (
  /** @type {Input} */ { database, attempts, forms, answers, imported, webhook, webhooks },
) => {
  const askwell = createAskwell({
    database,
    registration: 'open',
    trustProxy: ['127.0.0.1'],
    webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'] },
  });
  const busy = await registerOwner(askwell, 'busy@example.com');
  const quiet = await registerOwner(askwell, 'quiet@example.com');
  const [key] = await createKeys(askwell, busy, 1);
  const tickets = await askwell.polls.create(busy.account, { ...poll.draft, one_per: 'ticket' });
  const marked = await askwell.quizzes.create(busy.account, quiz.draft);
  const votes = await askwell.polls.create(quiet.account, poll.draft);
  await Promise.all(Array.from({ length: attempts }, () => askwell.quizzes.attempts.create(marked.id, quiz.filled)));
  let large = '';
  for (let at = 0; at < forms; at++) {
    ({ id: large } = await askwell.forms.create(busy.account, { ...largeForm, title: `Large form ${at}` }));
  }
  const feedback = {
    title: 'Feedback',
    fields: [{ type: /** @type {const} */ ('long_text'), label: 'What could we improve?' }],
  };
  const exported = await askwell.forms.create(busy.account, feedback);
  const source = await registerOwner(askwell, 'source@example.com');
  const shared = await askwell.forms.create(source.account, feedback);
  const answer = { answers: { f1: 'The queue for the soup was rather long today. '.repeat(5) } };
  const record = async (
    /** @type {typeof busy.account} */ account,
    /** @type {string} */ id,
    /** @type {number} */ count,
  ) => {
    for (let left = count; left > 0; left -= 1_000) {
      const batch = Array.from({ length: Math.min(left, 1_000) }, () => answer);
      await askwell.forms.submissions.batch(account, id, batch);
    }
  };
  await record(busy.account, exported.id, answers);
  await record(source.account, shared.id, imported);
  const server = await listening(askwell.node);
  const cookies = {
    busy: await signIn(askwell, 'busy@example.com'),
    source: await signIn(askwell, 'source@example.com'),
  };
  for (let at = 0; at < webhooks; at++) {
    const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' };
    const body = JSON.stringify({ url: `${webhook}${at}`, types: ['answer.created'] });
    const url = `http://127.0.0.1:${await server.port()}/api/v1/webhooks`;
    const { status } = await fetch(url, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`POST /webhooks was answered ${status}.`);
  }
  const delay = createDelayProbe();

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    key: () => key,
    cookies: () => cookies,
    paths: () => ({
      tickets: `/api/v1/polls/${tickets.id}/tickets`,
      regrade: `/api/v1/quizzes/${marked.id}/regrade`,
      forms: '/api/v1/forms',
      exported: `/api/v1/forms/${exported.id}/submissions`,
      exportedInDashboard: `/dashboard/asks/${exported.id}/answers/export`,
      large: `/dashboard/asks/${large}`,
      votes: `/api/v1/polls/${votes.id}/votes`,
    }),
    async close() {
      server.close();
      await askwell.close();
    },
  };
};
