import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPgBouncer } from '../../find-pgbouncer.mjs';
import { freePort } from '../free-port.js';
import { createEmptyTemplate } from '../store/empty-template.js';
import { accepts, startPostgres } from '../store/postgres-server.js';
import type {} from '../store/test-database.js';

/** Starts PostgreSQL behind PgBouncer, which assigns a connection to each transaction, for all tests of a project. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  await createEmptyTemplate(postgres.url);
  const folder = await mkdtemp(join(tmpdir(), 'askwell-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const { hostname, port: target, username, password } = new URL(postgres.url);
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${target} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    // Fewer than the clients of two instances, so that they share them.
    'default_pool_size = 10',
    'max_client_conn = 500',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, settings.join('\n'));
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(findPgBouncer() ?? '', [...user, '-q', file], { stdio: 'ignore' });
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres`;
  while (!(await accepts(url))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
  }
  project.provide('postgresUrl', url);
  return async () => {
    await end(child);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
