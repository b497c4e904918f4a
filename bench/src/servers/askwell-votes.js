import { statSync } from 'node:fs';
import { createAskwell } from '@askwell/server';
import Database from 'better-sqlite3';
import { listening } from '../listening.js';
import { offer } from '../offer.js';
import { registerOwner } from '../owners.js';

/** A poll behind `node:http`, whose visitors each come from an address of their own. */
offer(async (/** @type {{ database: string }} */ { database }) => {
  const askwell = createAskwell({ database, trustProxy: ['127.0.0.1'] });
  const { account } = await registerOwner(askwell, 'owner@example.com');
  const draft = {
    title: 'Lunch?',
    options: ['Soup', 'Salad', 'Bread'],
    results_visibility: /** @type {const} */ ('never'),
  };
  const poll = await askwell.polls.create(account.id, draft);
  const server = await listening(askwell.node);

  return {
    ...server,
    path: () => `/api/v1/polls/${poll.id}/votes`,
    votes: async () => (await askwell.polls.results(account.id, poll.id)).votes_count,
    /** What the file takes once its log is written back. */
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
});
