import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { callsPerSecond } from '../timing.js';

/** The minimum for authenticating a key: its hash and one indexed look-up. */
export const open = (/** @type {{ database: string }} */ { database }) => {
  const handle = new Database(database);
  handle.pragma('journal_mode = WAL');
  handle.exec(
    'create table keys (id integer primary key, account_id integer not null, name text, hash blob not null unique)',
  );
  const insert = handle.prepare('insert into keys (account_id, name, hash) values (?, ?, ?)');
  const find = handle.prepare('select id, account_id, name from keys where hash = ?');
  const hashOf = (/** @type {string} */ key) => hash('sha256', key, 'buffer');

  return {
    /** @param {{ keys: string[], calls: number }} measure */
    async run({ keys, calls }) {
      handle.transaction(() => {
        for (const [at, key] of keys.entries()) insert.run(at % 10, `Key ${at}`, hashOf(key));
      })();
      const headers = keys.map((key) => ({ 'x-api-key': key }));
      return callsPerSecond(calls, async (at) => {
        const row = find.get(hashOf(headers[at % headers.length]?.['x-api-key'] ?? ''));
        if (!row) throw new Error('A key was refused.');
      });
    },
    close: () => handle.close(),
  };
};
