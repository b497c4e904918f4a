import pg from 'pg';
import { silentLogger } from '../../../src/base/logger.js';
import { openStore } from '../../../src/db/open-store.js';
import { testWrites } from './test-writes.js';

/** The database of PostgreSQL that those of tests are copies of. */
export const emptyTemplate = 'empty';

/** The schema of its tables. */
export const schemaOfTemplate = 'askwell';

/** Creates the template in a server: the current tables without rows. */
export async function createEmptyTemplate(server: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${emptyTemplate}`);
  await client.end();
  const url = new URL(server);
  url.pathname = emptyTemplate;
  const store = openStore({
    database: url.href,
    schema: schemaOfTemplate,
    writes: testWrites,
    logger: silentLogger,
    writer: 'inline',
  });
  await store.ready();
  await store.close();
}
