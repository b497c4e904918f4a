import { randomBytes } from 'node:crypto';

/** @typedef {import('./samples.js').StoredSample} StoredSample */

const hour = 3_600_000_000;
const second = 1_000_000;

/**
 * Returns a function that writes copies of a sample ask directly to the database, with any number of answers. Its tallies are
 * the sums of what the library counted for each of the answers.
 *
 * @param {import('better-sqlite3').Database} handle
 */
export function createCopier(handle) {
  const insert = (/** @type {string} */ table, /** @type {string[]} */ ...columns) =>
    handle.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`);
  const addAsk = insert(
    'askwell_asks',
    ...['id', 'kind', 'account_id', 'site_id', 'status', 'title', 'definition', 'version', 'created_at', 'updated_at'],
    ...['archived_at'],
  );
  const addCounters = insert('askwell_counters', 'ask', 'answers', 'tally_seq', 'tickets', 'voters');
  const addTally = insert('askwell_tallies', 'ask', 'bucket', 'n');
  const addWriteIn = insert('askwell_write_ins', 'ask', 'input', 'folded', 'label', 'n');
  const addAnswer = insert('askwell_answers', 'ask', 'id', 'body', 'voter', 'nth', 'created_at');
  const addTicket = insert('askwell_tickets', 'ask', 'voter');

  /**
   * @param {StoredSample} sample
   * @param {object} copy
   * @param {number} copy.account
   * @param {number | null} copy.site
   * @param {string} copy.status
   * @param {string} copy.title
   * @param {number} copy.createdAt In microseconds.
   * @param {boolean} copy.isArchived
   * @param {number} copy.answers
   * @param {number} copy.since When the first answer was given. The last one was given an hour ago.
   * @param {number} copy.until
   * @param {number} [copy.tickets] The number of tickets, of which the answers use some.
   * @returns {{ seq: number, id: string }}
   */
  return (
    { ask, answers: samples },
    { account, site, status, title, createdAt, isArchived, answers, since, until, tickets = 0 },
  ) => {
    const id = randomId(20);
    const { lastInsertRowid } = addAsk.run(
      ...[id, ask.kind, account, site, status, title, ask.definition, 1, createdAt, createdAt],
      isArchived ? createdAt : null,
    );
    const seq = Number(lastInsertRowid);
    const given = samples.map(() => 0);
    /** @type {Map<string, number>} */
    const tallies = new Map();
    const count = (/** @type {string} */ bucket, /** @type {number} */ n) =>
      tallies.set(bucket, (tallies.get(bucket) ?? 0) + n);
    for (let at = 0; at < answers; at++) {
      const sample = samples[at % samples.length];
      if (!sample) continue;
      given[at % samples.length] = (given[at % samples.length] ?? 0) + 1;
      const time = Math.floor(since + ((at + Math.random()) * (until - since)) / answers);
      const voter = sample.row.voter && randomBytes(sample.row.voter.length);
      addAnswer.run(seq, toAnswerId(time), sample.row.body, voter, sample.row.nth, time);
      if (at < tickets) addTicket.run(seq, voter);
      count(`$h.${Math.floor(time / hour)}`, 1);
    }
    for (let at = answers; at < tickets; at++) addTicket.run(seq, randomBytes(16));
    /** @type {Map<string, any>} */
    const writeIns = new Map();
    let voters = 0;
    samples.forEach((sample, at) => {
      const times = given[at] ?? 0;
      if (times === 0) return;
      voters += times * sample.votes;
      for (const { bucket, n } of sample.tallies) count(bucket, n * times);
      for (const row of sample.writeIns) {
        const key = `${row.input} ${row.folded}`;
        writeIns.set(key, { ...row, n: (writeIns.get(key)?.n ?? 0) + row.n * times });
      }
    });
    addCounters.run(seq, answers, answers, tickets, voters);
    for (const [bucket, n] of tallies) addTally.run(seq, bucket, n);
    for (const { input, folded, label, n } of writeIns.values()) addWriteIn.run(seq, input, folded, label, n);
    return { seq, id: `${ask.kind}_${id}` };
  };
}

const base36 = '0123456789abcdefghijklmnopqrstuvwxyz';

/** @param {number} length */
function randomId(length) {
  let text = '';
  for (const byte of randomBytes(length)) text += base36[byte % 36];
  return text;
}

/** Returns the ID of an answer, which starts with its time in milliseconds and microseconds. @param {number} time */
function toAnswerId(time) {
  const part = (/** @type {number} */ value, /** @type {number} */ length) => value.toString(36).padStart(length, '0');
  return part(Math.floor((time / second) * 1000), 8) + part(time % 1000, 2) + randomId(10);
}
