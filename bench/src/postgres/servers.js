import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const execute = promisify(execFile);

/** How long a server may take to accept connections, in milliseconds. */
const maxStartTime = 60_000;

/**
 * A PostgreSQL server of a measurement.
 *
 * @typedef {object} Server
 * @property {string} folder
 * @property {number} port
 * @property {string} url
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop `SIGINT` is a fast shutdown, `SIGQUIT` an immediate one.
 */

/** PostgreSQL refuses to run as root: then it runs as the user `postgres`. */
async function user() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => execute('id', [flag, 'postgres'])));
  return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) };
}

/** Returns a new folder that the servers can write to. */
export async function serverFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-postgres-'));
  const { uid, gid } = await user();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Runs a program of PostgreSQL.
 *
 * @param {string} bin The folder of the programs.
 * @param {string} name
 * @param {readonly string[]} words
 */
export async function runProgram(bin, name, words) {
  await execute(join(bin, name), [...words], { ...(await user()), cwd: '/' });
}

/**
 * Creates a database cluster.
 *
 * @param {string} bin
 * @param {string} folder
 */
export async function initialize(bin, folder) {
  await runProgram(bin, 'initdb', ['-D', folder, '-U', 'askwell', '--auth=trust', '--encoding=UTF8', '--locale=C']);
}

/**
 * Starts a server and waits until it accepts connections.
 *
 * @param {string} bin
 * @param {string} folder
 * @param {Record<string, string>} [settings]
 * @returns {Promise<Server>}
 */
export async function startServer(bin, folder, settings = {}) {
  const port = await freePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', shared_buffers: '256MB', ...settings };
  const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = join(bin, 'postgres');
  const child = spawn(program, ['-D', folder, '-p', String(port), ...words], {
    ...(await user()),
    cwd: '/',
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const url = `postgres://askwell@127.0.0.1:${port}/postgres`;
  const since = performance.now();
  while (!(await accepts(url))) {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`${program} ended with ${end}.`);
    if (performance.now() - since > maxStartTime) {
      child.kill('SIGQUIT');
      throw new Error(`${program} accepted no connection within ${maxStartTime / 1000} seconds.`);
    }
    await pause(50);
  }
  return {
    folder,
    port,
    url,
    async stop(signal = 'SIGINT') {
      child.kill(signal);
      await ended;
    },
  };
}

/** @param {string} url */
async function accepts(url) {
  try {
    await query(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a statement over a separate connection.
 *
 * @param {string} url
 * @param {string} text
 * @param {unknown[]} [values]
 * @returns {Promise<any[]>}
 */
export async function query(url, text, values) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
