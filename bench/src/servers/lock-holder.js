import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';

/** Another process that holds the write lock, such as a long import or an open shell. */
export const open = (/** @type {{ database: string }} */ { database }) => {
  const handle = new Database(database);
  return {
    /** @param {{ milliseconds: number }} measure */
    async hold({ milliseconds }) {
      handle.exec('begin immediate');
      await pause(milliseconds);
      handle.exec('commit');
      return null;
    },
    close: () => handle.close(),
  };
};
