import { statSync } from 'node:fs';
import { createAskwell } from '@askwell/server';
import Database from 'better-sqlite3';
import { form, longQuiz, poll, quiz } from '../asks.js';
import { listening } from '../listening.js';
import { createKeys, registerOwner } from '../owners.js';
import { createDelayProbe, createMemoryProbe, memoryHeld, percentile, residentMemory } from '../probes.js';
import { sized } from '../smoke.js';

const votesForResults = sized(200, 5);

/**
 * @typedef {object} Input
 * @property {string} database
 * @property {string} [secret] Required over PostgreSQL.
 * @property {string} [writer] Another file for the writer.
 * @property {boolean} [hasMetrics]
 * @property {string} [webhook] A URL that gets an event for each vote.
 * @property {boolean} [isLive] Whether visitors may see the results of the poll.
 */

/** A poll, a quiz and a form behind `node:http`, whose visitors have different addresses. */
export const open = async (
  /** @type {Input} */ { database, secret, writer, hasMetrics = false, webhook, isLive = false },
) => {
  const askwell = createAskwell({
    database,
    ...(secret ? { secret } : {}),
    registration: 'open',
    trustProxy: ['127.0.0.1'],
    ...(hasMetrics ? { metrics: { token: 'token-of-the-benchmark' } } : {}),
    webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'] },
    ...(writer ? { writer: new URL(writer) } : {}),
  });
  const session = await registerOwner(askwell, 'owner@example.com');
  const { account } = session;
  const made = {
    poll: await askwell.polls.create(account, {
      ...poll.draft,
      ...(isLive ? { results_visibility: 'always' } : {}),
    }),
    /** A hundred of its hosted pages do not fit into the buffers of a connection. */
    long: await askwell.polls.create(account, {
      title: 'Long',
      options: Array.from({ length: 100 }, (_, at) => `${at} ${'x'.repeat(400)}`),
    }),
    quiz: await askwell.quizzes.create(account, quiz.draft),
    longQuiz: await askwell.quizzes.create(account, longQuiz.draft),
    form: await askwell.forms.create(account, form.draft),
  };
  if (webhook) {
    const { raw } = await askwell.keys.create(session, { name: 'Webhooks' });
    const reply = await askwell.fetch(
      new Request('http://localhost/api/v1/webhooks', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': raw },
        body: JSON.stringify({ url: webhook }),
      }),
    );
    if (reply.status !== 201) throw new Error(`The webhook was answered with ${reply.status}.`);
  }
  const server = await listening(askwell.node);
  const delay = createDelayProbe();
  const memory = createMemoryProbe();
  const results = () => askwell.polls.results(account, made.poll.id);
  const votesPath = `/api/v1/polls/${made.poll.id}/votes`;

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    watchMemory: memory.start,
    memory: memory.stop,
    paths: () => ({
      poll: votesPath,
      quiz: `/api/v1/quizzes/${made.quiz.id}/attempts`,
      longQuiz: `/api/v1/quizzes/${made.longQuiz.id}/attempts`,
      form: `/api/v1/forms/${made.form.id}/submissions`,
      live: `/embed/polls/${made.poll.id}/live`,
      page: `/p/${made.poll.id}`,
      longPage: `/p/${made.long.id}`,
    }),
    /** Creates an API key of the owner. */
    key: async () => (await createKeys(askwell, session, 1))[0],
    /** Closes the poll, which ends the streams of its results. */
    async endPoll() {
      await askwell.polls.update(account, made.poll.id, { status: 'closed' });
      return (await results()).votes_count;
    },
    votes: async () => (await results()).votes_count,
    /** Returns the milliseconds of the first request for results after a vote. */
    async timeOfResults() {
      const times = [];
      for (let at = 0; at < votesForResults; at++) {
        const vote = new Request(`http://localhost${votesPath}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ choices: ['o1'] }),
        });
        const { status } = await askwell.fetch(vote, { address: `192.0.2.${at}` });
        if (status !== 201) throw new Error(`A vote was answered with ${status}.`);
        const since = performance.now();
        await results();
        times.push(performance.now() - since);
      }
      return percentile(times, 0.5);
    },
    residentMemory,
    memoryHeld,
    /** Returns the size of the file after a checkpoint. */
    bytes() {
      const handle = new Database(database);
      handle.pragma('wal_checkpoint(TRUNCATE)');
      handle.close();
      return statSync(database).size;
    },
    async close() {
      server.close();
      await askwell.close();
    },
  };
};
