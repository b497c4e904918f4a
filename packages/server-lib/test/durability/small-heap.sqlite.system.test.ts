import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assembleServices } from '../../src/instance/assemble-services.js';
import { call, newAddress } from '../support/http/http-client.js';
import { openSocket } from '../support/http/raw-socket.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { createOwner } from '../support/servers/create-owner.js';
import { lockWrites } from '../support/store/direct-connection.js';
import { secretOf } from '../support/store/test-database.js';
import { type Prepared, prepareDatabase } from './fixture.js';

const connections = 2_500;
const answers = 5_000;
const fields = Array.from({ length: 12 }, () => ({ type: 'long_text' as const, label: 'What could we improve?' }));
/** About 60 KB. */
const body = JSON.stringify({
  answers: Object.fromEntries(fields.map((_field, at) => [`f${at + 1}`, 'x'.repeat(4_900)])),
});

const metricsToken = 'metrics-token-of-the-test';

let prepared: Prepared;
let form: string;
let server: ServedCli;
beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 0, keys: 0 });
  const { database } = prepared;
  const services = assembleServices({ database, ...secretOf(database) });
  const { session } = await createOwner(services);
  const { ask } = await services.forms.asks.create(session.scope, { title: 'Feedback', fields });
  form = services.forms.asks.wireId(ask);
  await services.close();
  server = await serveCli(database, {
    words: ['--trust-proxy', '127.0.0.1'],
    env: { NODE_OPTIONS: '--max-old-space-size=96', METRICS_TOKEN: metricsToken },
  });
});
afterAll(async () => {
  await server?.stop('SIGKILL');
  await prepared?.end();
});

test('a process with a small heap survives large answers while another process holds the write lock', async () => {
  const unlock = await lockWrites(prepared.database);
  const statuses = await sendUntil(answers);
  expect(Object.keys(statuses)).toEqual(['503']);
  expect((await call(server, 'GET', '/healthz')).status).toBe(200);
  // The limit is an eighth of 144 MiB, which include the space for new objects. The requests of one turn can exceed it.
  expect(await readPendingBytes()).toBeLessThan(32 * 1024 * 1024);
  await unlock();
  const submit = () => call(server, 'POST', `/api/v1/forms/${form}/submissions`, { body, from: newAddress() });
  await Promise.race([failIfEnded(), expect.poll(async () => (await submit()).status).toBe(201)]);
});

async function readPendingBytes(): Promise<number> {
  const { text } = await call(server, 'GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  return Number(/^askwell_pending_write_bytes (\d+)$/m.exec(text)?.[1]);
}

/** Waits for the end of the server, and rejects with its output. */
async function failIfEnded(): Promise<never> {
  const { stderr } = await server.ended;
  throw new Error(`The server ended: ${stderr.slice(-2_000)}`);
}

/** Sends an answer on each connection, and another one after each response. Counts a number of responses by their status. */
async function sendUntil(count: number): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  let received = 0;
  const sockets: Socket[] = [];
  await new Promise<void>((resolve, reject) => {
    failIfEnded().catch(reject);
    for (let nth = 0; nth < connections; nth++) {
      const socket = openSocket(server);
      sockets.push(socket);
      socket.setEncoding('latin1');
      let text = '';
      const send = (): void => {
        text = '';
        socket.write(request());
      };
      socket.on('connect', send);
      socket.on('error', () => {});
      socket.on('data', (chunk: string) => {
        text += chunk;
        // The body of the error arrives last.
        if (!text.endsWith('}')) return;
        const status = text.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (++received >= count) resolve();
        else send();
      });
    }
  });
  for (const socket of sockets) socket.destroy();
  return statuses;
}

function request(): string {
  return [
    `POST /api/v1/forms/${form}/submissions HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${newAddress()}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
