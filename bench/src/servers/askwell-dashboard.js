import { createAskwell } from '@askwell/server';
import Database from 'better-sqlite3';
import { hotPoll } from '../dashboard/asks.js';
import { email } from '../dashboard/fill.js';
import { listening } from '../listening.js';
import { signIn } from '../owners.js';
import { createDelayProbe } from '../probes.js';

/** The dashboard of an owner over a filled database. */
export const open = async (
  /** @type {{ database: string, places: import('../dashboard/fill.js').Places }} */ { database, places },
) => {
  const askwell = createAskwell({ database, registration: 'open' });
  const cookie = await signIn(askwell, email);
  const server = await listening(askwell.node);
  const delay = createDelayProbe();
  let votes = 0;
  return {
    ...server,
    cookie: () => cookie,
    answers: () => answersOf(database, places),
    /** Adds an answer to the poll with the most answers. */
    vote: () =>
      askwell.polls.votes.create(places.poll, /** @type {any} */ (hotPoll.answers[0]), {
        id: `late ${process.pid} ${votes++}`,
      }),
    watchDelay: delay.start,
    delay: delay.stop,
    async close() {
      server.close();
      await askwell.close();
    },
  };
};

/**
 * Returns answers in the middle of the asks with the most answers, by their IDs without prefix.
 *
 * @param {string} database
 * @param {import('../dashboard/fill.js').Places} places
 * @returns {import('../dashboard/pages.js').Context['answers']}
 */
function answersOf(database, { poll, quiz, form }) {
  const handle = new Database(database, { readonly: true });
  const find = (/** @type {string} */ id, table = 'askwell_answers', column = 'id') => {
    const ask = handle
      .prepare('select seq from askwell_asks where id = ?')
      .pluck()
      .get(id.slice(id.indexOf('_') + 1));
    const ids = handle.prepare(`select ${column} from ${table} where ask = ? order by ${column}`).pluck().all(ask);
    return String(ids[Math.floor(ids.length / 2)]);
  };
  const answers = {
    poll: find(poll),
    quiz: find(quiz),
    form: find(form),
    noted: find(poll, 'askwell_answer_notes', 'answer'),
    voter: find(poll, 'askwell_answers', 'lower(hex(voter))'),
  };
  handle.close();
  return answers;
}
