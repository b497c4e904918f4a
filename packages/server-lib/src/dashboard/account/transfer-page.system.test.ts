import { afterAll, beforeAll, test } from 'vitest';
import { createFormBrowser, type FormBrowser, register } from '../../../test/support/browser/form-browser.js';
import { openSocket, readUntil } from '../../../test/support/http/raw-socket.js';
import { startServer } from '../../../test/support/servers/start-server.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startServer();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

test.each([
  ['a file of another format', 'ids', 'file', 422],
  ['another field', 'ids', 'other', 422],
  ['fields that are too long', 'x'.repeat(1_000_000), 'file', 400],
])(
  'an import leaves the connection open for the next request after refusing %s',
  async (_what, first, name, status) => {
    const boundary = '----test';
    const part = (field: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${content}\r\n`;
    const file = `x\n${'y'.repeat(1_000_000)}`;
    const body = `${part(first, 'keep')}${part(name, file).replace(/"\r/, '"; filename="a"\r')}--${boundary}--\r\n`;
    const cookie = `Cookie: askwell=${owner.cookies.get('askwell')}\r\nSec-Fetch-Site: same-origin\r\n`;
    const socket = openSocket(server);
    const replies = readUntil(socket, new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*HTTP/1.1 200 [\\s\\S]*</html>`));
    socket.write(`POST /dashboard/account/import HTTP/1.1\r\nHost: a\r\n${cookie}Content-Length: ${body.length}\r\n`);
    socket.write(`Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n${body}`);
    socket.write(`GET /dashboard/account HTTP/1.1\r\nHost: a\r\n${cookie}\r\n`);
    await replies;
    socket.destroy();
  },
);
