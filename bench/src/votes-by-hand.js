import { createHmac, randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';

/**
 * Votes without a library: a row per vote and a count per option in one transaction, on the event loop, with the same
 * durability.
 *
 * @typedef {{ choices: string[], voter: string }} Vote
 */

const options = ['o1', 'o2', 'o3'];
const secret = 'a secret that voters are hashed with';

export const voteSchema = {
  type: 'object',
  required: ['choices', 'voter'],
  additionalProperties: false,
  properties: {
    choices: { type: 'array', minItems: 1, maxItems: 1, items: { enum: options } },
    voter: { type: 'string', minLength: 16, maxLength: 200 },
  },
};

/** @param {unknown} body @returns {body is Vote} */
export function isVote(body) {
  if (typeof body !== 'object' || body === null || !('choices' in body) || !('voter' in body)) return false;
  const { choices, voter } = body;
  const isVoter = typeof voter === 'string' && voter.length >= 16 && voter.length <= 200;
  return isVoter && Array.isArray(choices) && choices.length === 1 && options.includes(choices[0]);
}

/** @param {string} file */
export function openVotes(file) {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    create table votes (id text primary key, choices text not null, voter blob not null unique, created_at text not null);
    create table tallies (option text primary key, n integer not null);`);
  const insert = database.prepare(
    'insert into votes (id, choices, voter, created_at) values (?, ?, ?, ?) on conflict do nothing',
  );
  const count = database.prepare('insert into tallies (option, n) values (?, 1) on conflict do update set n = n + 1');

  const cast = database.transaction((/** @type {Vote} */ { choices, voter }) => {
    const vote = { id: randomUUID(), choices, created_at: new Date().toISOString() };
    const hashed = createHmac('sha256', secret).update(voter).digest();
    if (insert.run(vote.id, JSON.stringify(choices), hashed, vote.created_at).changes === 0) return undefined;
    for (const option of choices) count.run(option);
    return vote;
  });

  return {
    /** @param {any} vote A valid vote. */
    cast: (vote) => cast.immediate(vote),
    close: () => database.close(),
  };
}
