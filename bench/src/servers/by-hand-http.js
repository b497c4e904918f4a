import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { listening } from '../listening.js';

/**
 * `GET /api/v1/me` without a library: the hash of the key, its account, the keys of the account, and JSON. Shows how much of
 * the cost is the work itself.
 */
export const open = async (/** @type {{ database: string, headers: string[] }} */ { database, headers }) => {
  const handle = new Database(database);
  const holder = handle.prepare(`
    select a.id, a.name, a.email, a.created_at from askwell_keys k join askwell_accounts a on a.id = k.account_id
    where k.hash = ?`);
  const keys = handle.prepare(`
    select id, name, description, prefix, head, tail, created_at, last_used_at from askwell_keys
    where account_id = ? order by id`);
  const time = (/** @type {number} */ at) => new Date(at / 1000).toISOString().replace('Z', '000Z');

  /** @param {any} key */
  const toKey = ({ prefix, head, tail, last_used_at, created_at, ...key }) => ({
    ...key,
    masked_key: `${prefix}_${head}••••••${tail}`,
    last_used_at: last_used_at === null ? null : time(last_used_at),
    created_at: time(created_at),
  });

  const server = await listening((request, response) => {
    /** @type {any} */
    const account = holder.get(hash('sha256', String(request.headers['x-api-key']), 'buffer'));
    if (!account) return response.writeHead(401).end();
    const { id, name, email, created_at } = account;
    const data = { id, name, email, api_keys: keys.all(id).map(toKey), created_at: time(created_at) };
    response.writeHead(200, headers);
    return response.end(JSON.stringify({ data }));
  });
  return {
    ...server,
    close() {
      server.close();
      handle.close();
    },
  };
};
