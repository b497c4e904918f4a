import type { Logger } from '../../base/logger.js';
import { StoreError } from '../store-error.js';
import { type PostgresPool, withClient } from './postgres-pool.js';
import { valueTypes } from './value-types.js';

/** The oldest supported version, as `server_version_num`. */
const minVersion = 140_000;

/**
 * Checks that a server keeps what it has committed, and can store all texts.
 *
 * @throws StoreError that says what to change.
 */
export async function checkServer(pool: PostgresPool, logger: Logger): Promise<void> {
  const settings = await readSettings(pool);
  if (Number(settings['server_version_num']) < minVersion) {
    throw new StoreError(`PostgreSQL 14 or newer is required. This server has ${settings['server_version']}.`);
  }
  if (settings['server_encoding'] !== 'UTF8') {
    throw new StoreError(`The database must have the encoding UTF8. It has ${settings['server_encoding']}.`);
  }
  if (settings['synchronous_commit'] === 'off') {
    throw new StoreError(
      'synchronous_commit is off: PostgreSQL would lose acknowledged answers in a crash. Set it to on for this database or user: ALTER ROLE … SET synchronous_commit = on.',
    );
  }
  if (settings['fsync'] === 'off') {
    logger.warn({}, 'fsync is off: a crash of the machine may destroy the database. Set it to on.');
  }
}

const names = ['server_version_num', 'server_version', 'server_encoding', 'synchronous_commit', 'fsync'] as const;

async function readSettings(pool: PostgresPool): Promise<Readonly<Record<string, unknown>>> {
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(', ');
  const { rows } = await withClient(pool, (client) => client.query({ text: `select ${columns}`, types: valueTypes }));
  const [row] = rows;
  return typeof row === 'object' && row !== null ? Object.fromEntries(Object.entries(row)) : {};
}
