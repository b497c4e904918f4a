import { createHash, randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';

/**
 * Owners and their keys, made through the public doors.
 *
 * @typedef {import('@askwell/server').Askwell} Askwell
 * @typedef {import('@askwell/server').Session} Session
 */

/**
 * @param {Askwell} askwell
 * @param {string} database
 * @param {string} email
 * @returns {Promise<Session>}
 */
export async function registerOwner(askwell, database, email) {
  await askwell.ready();
  const handle = new Database(database);
  const at = Date.now() * 1000;
  const token = randomBytes(32).toString('base64url');
  const { lastInsertRowid } = handle
    .prepare('insert into askwell_accounts (name, email, email_folded, created_at) values (?, ?, ?, ?)')
    .run('Owner', email, email, at);
  handle
    .prepare('insert into askwell_sessions (account_id, token_hash, agent, created_at, seen_at) values (?, ?, ?, ?, ?)')
    .run(lastInsertRowid, createHash('sha256').update(token).digest(), 'bench', at, at);
  handle.close();
  const session = await askwell.auth.session({ headers: new Headers({ cookie: `askwell=${token}` }) });
  if (!session) throw new Error('The new owner is not logged in.');
  return session;
}

/**
 * New raw keys of an owner.
 *
 * @param {Askwell} askwell
 * @param {Session} session
 * @param {number} count At most 100, which is all that an account takes.
 */
export async function createKeys(askwell, session, count) {
  const made = await Promise.all(
    Array.from({ length: count }, (_, at) => askwell.keys.create(session, { name: `Key ${at}` })),
  );
  return made.map((key) => key.raw);
}
