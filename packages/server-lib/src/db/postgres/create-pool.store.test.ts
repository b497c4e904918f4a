import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSchema } from '../../../test/support/store/test-database.js';
import { silentLogger } from '../../base/logger.js';
import { createPool } from './create-pool.js';
import { importPg } from './find-pg.js';

/** The end of the messages that a server sends when it accepts a connection. */
const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');

const fields = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0';
const length = Buffer.alloc(4);
length.writeInt32BE(4 + fields.length);
/** The message that a server sends before it ends a connection. */
const terminated = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields, 'latin1')]);

let proxy: Server;
let url: string;
const uncaught: unknown[] = [];
const listener = (error: unknown): void => void uncaught.push(error);
beforeEach(async () => {
  process.on('uncaughtException', listener);
  const target = new URL(newSchema());
  proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    client.on('data', (chunk) => server.write(chunk)).on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    server.on('data', (chunk) => {
      if (chunk.subarray(-ready.length).equals(ready)) client.end(Buffer.concat([chunk, terminated]));
      else client.write(chunk);
    });
    client.on('close', () => server.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const behind = new URL(target);
  behind.port = String((proxy.address() as AddressInfo).port);
  behind.search = '';
  url = behind.href;
});
afterEach(async () => {
  process.off('uncaughtException', listener);
  await new Promise((resolve) => proxy.close(resolve));
});

test('a connection that the server ends as soon as it has accepted it does not end the process', async () => {
  const pool = createPool({ url, pg: await importPg(), max: 1, pipeline: false, logger: silentLogger });
  const client = await pool.connect();
  client.on('error', () => {});
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  await pool.end();
  expect(uncaught).toEqual([]);
});
