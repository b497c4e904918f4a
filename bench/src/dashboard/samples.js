import Database from 'better-sqlite3';
import { hotPoll, largeForm, largeQuiz, others, ticketPoll } from './asks.js';

/**
 * An ask as it is stored, and what each of its answers adds to the database.
 *
 * @typedef {object} StoredSample
 * @property {any} ask The row of the ask.
 * @property {{ row: any, tallies: { bucket: string, n: number }[], writeIns: any[], votes: number }[]} answers
 */

/**
 * Creates the sample asks with the library, each answer in a separate ask, and reads the stored rows.
 *
 * @param {import('@askwell/server').Askwell} askwell
 * @param {import('@askwell/server').AccountRef} account
 * @param {string} file
 */
export async function storeSamples(askwell, account, file) {
  const handle = new Database(file, { readonly: true });
  const read = async (/** @type {import('./asks.js').Sample} */ { plural, draft, answers }) => {
    const ids = await Promise.all(
      answers.map((answer, at) => createAnswered(askwell, account, { plural, draft, answer, at })),
    );
    return toStored(handle, ids);
  };
  try {
    const poll = await read(hotPoll);
    const tickets = await askwell.polls.create(account, /** @type {any} */ (ticketPoll.draft));
    return {
      poll,
      tickets: { ...poll, ask: rowOf(handle, tickets.id) },
      quiz: await read(largeQuiz),
      form: await read(largeForm),
      others: await Promise.all(others.map(read)),
    };
  } finally {
    handle.close();
  }
}

/**
 * @param {any} askwell The methods of the kinds differ only in their types.
 * @param {import('@askwell/server').AccountRef} account
 * @param {{ plural: string, draft: object, answer: object, at: number }} sample
 * @returns {Promise<string>} The ID of the ask.
 */
async function createAnswered(askwell, account, { plural, draft, answer, at }) {
  const kind = askwell[plural];
  const { id } = await kind.create(account, draft);
  await (kind.vote ?? kind.attempt ?? kind.submit)(id, answer, { id: `visitor ${at}` });
  return id;
}

/** @param {Database.Database} handle @param {readonly string[]} ids @returns {StoredSample} */
function toStored(handle, ids) {
  const answers = ids.map((id) => {
    const { seq } = rowOf(handle, id);
    const rows = (/** @type {string} */ text) => /** @type {any[]} */ (handle.prepare(text).all(seq));
    return {
      row: rows('select * from askwell_answers where ask = ?')[0],
      // The hours belong to the answers, which get other times.
      tallies: rows("select bucket, n from askwell_tallies where ask = ? and bucket not like '$h.%'"),
      writeIns: rows('select * from askwell_write_ins where ask = ?'),
      votes: rows('select voters from askwell_counters where ask = ?')[0].voters,
    };
  });
  return { ask: rowOf(handle, ids[0] ?? ''), answers };
}

/** @param {Database.Database} handle @param {string} id @returns {any} */
function rowOf(handle, id) {
  return handle.prepare('select * from askwell_asks where id = ?').get(id.slice(id.indexOf('_') + 1));
}
