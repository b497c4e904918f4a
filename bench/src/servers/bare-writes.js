import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { stepsPerSecond } from '../timing.js';

/** A plain app: each write is committed and synced separately, on the event loop. */
export const open = (/** @type {{ database: string }} */ { database }) => {
  const handle = new Database(database);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.exec(`
    create table keys (id integer primary key autoincrement, account_id integer not null, name text not null,
      hash blob not null unique, created_at integer not null) strict;
    create index keys_by_account on keys (account_id, id);`);
  const insert = handle.prepare('insert into keys (account_id, name, hash, created_at) values (?, ?, ?, ?)');
  const remove = handle.prepare('delete from keys where id = ?');

  return {
    /** @param {{ lanes: number, seconds: number }} measure */
    run: (measure) =>
      stepsPerSecond(measure, (lane) => {
        /** @type {number | bigint} */
        let held = 0;
        return async () => {
          if (held === 0) held = insert.run(lane, 'Key', randomBytes(32), Date.now()).lastInsertRowid;
          else {
            remove.run(held);
            held = 0;
          }
        };
      }),
    close: () => handle.close(),
  };
};
