import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { assembleServices, type Services } from '../../src/instance/assemble-services.js';
import { Session } from '../../src/owners/access/session.js';
import { sessionCookieName } from '../../src/owners/access/session-cookie.js';
import { call } from '../support/http/http-client.js';
import { idIn } from '../support/http/parse-replies.js';
import { createKey } from '../support/servers/create-owner.js';
import { emptyDatabase, secretOf } from '../support/store/test-database.js';
import { temporaryFolder } from '../support/temporary-folder.js';

export interface PreparedKey {
  readonly id: number;
  readonly raw: string;
}

/** An account with keys and the cookie of a session. */
export interface PreparedOwner {
  readonly account: number;
  readonly keys: readonly PreparedKey[];
  readonly cookie: string;
}

export interface Prepared {
  readonly folder: string;
  readonly database: string;
  readonly owners: readonly PreparedOwner[];
  end(): Promise<void>;
}

/** Creates a database with owners. No server has it open yet. */
export async function prepareDatabase({ owners, keys }: { owners: number; keys: number }): Promise<Prepared> {
  const folder = await temporaryFolder();
  const database = await emptyDatabase(join(folder, 'askwell.db'));
  const services = assembleServices({ database, ...secretOf(database) });
  const prepared = await Promise.all(Array.from({ length: owners }, (_, nth) => prepareOwner(services, nth, keys)));
  await services.close();
  return { folder, database, owners: prepared, end: () => rm(folder, { recursive: true, force: true }) };
}

async function prepareOwner(services: Services, nth: number, keys: number): Promise<PreparedOwner> {
  const email = `owner${nth}@example.com`;
  const { row } = await services.accounts.ensure(
    { id: `user ${nth}`, name: `Owner ${nth}`, email, emailVerified: true },
    false,
  );
  const account = row.id;
  const session = Session.verify({ id: account, name: `Owner ${nth}`, email }, null);
  const token = await services.sessions.open(account, 'test', undefined);
  return {
    account,
    keys: await Promise.all(
      Array.from({ length: keys }, (_, at) => createKey(services, session, { name: `Key ${at}` })),
    ),
    cookie: `${sessionCookieName({ base: '', secure: false })}=${token}`,
  };
}

/** A server, by its URL. */
export interface ServerUrl {
  readonly url: string;
}

/** The acknowledged IDs by name, which is also the Idempotency-Key. */
export type Acknowledged = Map<string, number>;

/** Creates a site with its name as Idempotency-Key, and returns its ID. */
export async function createSite(server: ServerUrl, key: string, name: string): Promise<number> {
  const reply = await call(server, 'POST', '/api/v1/sites', {
    key,
    body: { name, origins: ['https://example.com'] },
    headers: { 'idempotency-key': name },
  });
  if (reply.status !== 201) throw new Error(`Creating ${name} was answered ${reply.status}: ${reply.text}`);
  return idIn(reply);
}

/**
 * Reads the sites of an account from the database. Returns their IDs by name.
 *
 * @throws {Error} If two sites have the same name.
 */
export function sitesIn(database: string, account: number): Map<string, number> {
  const handle = new Database(database, { readonly: true });
  try {
    const rows = z
      .array(z.object({ id: z.number(), name: z.string() }))
      .parse(handle.prepare('select id, name from askwell_sites where account_id = ? order by id').all(account));
    const sites = new Map(rows.map(({ id, name }) => [name, id]));
    if (sites.size !== rows.length) throw new Error('A site was created twice.');
    return sites;
  } finally {
    handle.close();
  }
}

/** Returns the errors of SQLite's integrity and foreign key checks. */
export function integrityErrors(database: string): unknown[] {
  const handle = new Database(database, { readonly: true });
  try {
    const integrity = z.array(z.object({ integrity_check: z.string() })).parse(handle.pragma('integrity_check'));
    const references = z.array(z.unknown()).parse(handle.pragma('foreign_key_check'));
    return [...integrity.filter((row) => row.integrity_check !== 'ok'), ...references];
  } finally {
    handle.close();
  }
}
