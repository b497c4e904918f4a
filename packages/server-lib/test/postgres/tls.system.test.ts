import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { openStore } from '../../src/db/open-store.js';
import { one } from '../../src/db/sql/statement.js';
import type { Store } from '../../src/db/store.js';
import { selfSigned } from '../support/servers/start-tls-server.js';
import { buildTestWriter } from '../support/store/build-writer.js';
import { type PostgresServer, startPostgres } from '../support/store/postgres-server.js';
import { countLabels, prepare, put, testReports, testWrites } from '../support/store/test-writes.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A server with a certificate for `localhost` that no known authority has signed. */
let server: PostgresServer;
let folder: string;
let certificate: string;
let writer: string;
beforeAll(async () => {
  const tls = selfSigned();
  folder = await temporaryFolder();
  certificate = join(folder, 'authority.pem');
  await writeFile(certificate, tls.cert);
  writer = await buildTestWriter(folder);
  server = await startPostgres({ tls });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

function open(parameters: Record<string, string>, host = 'localhost'): Store {
  const url = server.url.replace('127.0.0.1', host);
  const store = openStore({
    database: `${url}?${new URLSearchParams(parameters)}`,
    writes: testWrites,
    reports: testReports,
    writer,
    logger: silentLogger,
  });
  stores.push(store);
  return store;
}

const usesTls = one<{ ssl: number }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;

test('a certificate that is not trusted is refused, with a message that says what to do', async () => {
  const message = await open({ sslmode: 'verify-full' })
    .ready()
    .catch((error: Error) => error.message);
  expect(message).toMatch(
    /^Could not connect to PostgreSQL: The certificate of the server is not trusted .*sslrootcert=FILE.*sslmode=no-verify/,
  );
  expect(message).not.toMatch(/askwell:askwell|password/);
});

test('a certificate for another host name is refused', async () => {
  const ready = open({ sslmode: 'verify-full', sslrootcert: certificate }, '127.0.0.1').ready();
  await expect(ready).rejects.toThrow(/The certificate of the server is for another host name/);
});

test.each([
  ['with the certificate of the authority', () => ({ sslmode: 'verify-full', sslrootcert: certificate })],
  ['without checking the certificate', () => ({ sslmode: 'no-verify' })],
])('reads, writes and reports use TLS %s', async (_, parameters) => {
  const store = open({ ...parameters(), schema: `test_${Object.keys(parameters()).length}` });
  await store.run(prepare, null);
  await store.run(put, 'a');
  expect(await store.report(countLabels, 'a')).toBe(1);
  expect(await store.read(usesTls)).toEqual({ ssl: 1 });
});
