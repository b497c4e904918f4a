import Database from 'better-sqlite3';
import { listening } from '../listening.js';
import { createDelayProbe } from '../probes.js';

/** A plain app that writes on its event loop, with one commit per request. It has the same paths as Askwell. */
export const open = async (/** @type {{ database: string }} */ { database }) => {
  const handle = new Database(database, { timeout: 5_000 });
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.exec('create table sites (id integer primary key, name text not null, at integer not null) strict');
  const insert = handle.prepare('insert into sites (name, at) values (?, ?)');
  const remove = handle.prepare('delete from sites where id = ?');
  const read = handle.prepare('select count(*) as n from sites');

  /** @param {import('node:http').IncomingMessage} request */
  function perform({ method, url = '' }) {
    if (method === 'POST') return [201, { data: { id: Number(insert.run('Site', Date.now()).lastInsertRowid) } }];
    if (method === 'DELETE') return [204, remove.run(url.slice(url.lastIndexOf('/') + 1)).changes];
    return [200, { data: read.get() }];
  }

  const server = await listening((request, response) => {
    request.resume();
    const [status, body] = perform(request);
    const text = status === 204 ? '' : JSON.stringify(body);
    response.writeHead(Number(status), status === 204 ? [] : ['content-length', String(text.length)]);
    response.end(text);
  });
  const delay = createDelayProbe();

  return {
    ...server,
    watchDelay: delay.start,
    delay: delay.stop,
    close() {
      server.close();
      handle.close();
    },
  };
};
