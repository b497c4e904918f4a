import { expect, test } from 'vitest';
import { openSocket, readAll, readUntil, writeBytes } from '../support/http/raw-socket.js';
import { startServer } from '../support/servers/start-server.js';
import { useKeyedServer } from './keyed-server.js';

const keyed = useKeyedServer(startServer);

const limit = 256 * 1024;

const head = (lines: string) =>
  `POST /api/v1/sites HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keyed.key}\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;

test('a declared length that is too large is refused before the body arrives', async () => {
  const socket = openSocket(keyed.server);
  const answer = readUntil(socket, /too_large/);
  socket.write(head(`Content-Length: ${limit + 1}`));
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('a body without a declared length is refused while the client still sends it', async () => {
  const socket = openSocket(keyed.server);
  const refused = readUntil(socket, /too_large/);
  socket.write(head('Transfer-Encoding: chunked'));
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
  for (let n = 0; n < 17; n++) socket.write(chunk);
  expect(await refused).toMatch(/^HTTP\/1\.1 413 /);

  // The connection stays usable: the rest of the body is discarded, and the next request is answered.
  const next = readAll(socket);
  for (let n = 0; n < 64; n++) socket.write(chunk);
  socket.write('0\r\n\r\n');
  socket.write(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nX-API-Key: ${keyed.key}\r\nConnection: close\r\n\r\n`);
  expect(await next).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['a body that is too large', () => head('Transfer-Encoding: chunked\r\nConnection: close'), 413],
  [
    'the body of a request without a key',
    () => head('Transfer-Encoding: chunked\r\nConnection: close').replace('X-API', 'X'),
    401,
  ],
])('%s is read to its end before the connection closes, so that no reply is lost', async (_what, lines, status) => {
  const socket = openSocket(keyed.server);
  const chunk = `4000\r\n${' '.repeat(0x4000)}\r\n`;
  const refused = readUntil(socket, /"message"/);
  socket.write(lines());
  for (let n = 0; n < 17; n++) socket.write(chunk);
  expect(await refused).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  // Closing the connection with the reply would reset it during one of these writes.
  for (let n = 0; n < 20; n++) await writeBytes(socket, chunk);
  const rest = readAll(socket);
  socket.write('0\r\n\r\n');
  expect(await rest).toBe('');
});

test('a body that ends too early does not affect other requests', async () => {
  const socket = openSocket(keyed.server);
  socket.write(`${head('Content-Length: 100')}{"name":`);
  socket.end();
  await readAll(socket);
  expect((await keyed.get('/api/v1/me')).status).toBe(200);
});
