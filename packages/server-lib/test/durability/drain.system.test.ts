import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSocket, readAll, readUntil } from '../support/http/raw-socket.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { type Acknowledged, type Prepared, prepareDatabase, sitesIn } from './fixture.js';

const clients = 16;

let prepared: Prepared;
let server: ServedCli;

beforeEach(async () => {
  prepared = await prepareDatabase({ owners: clients, keys: 1 });
  server = await serveCli(prepared.database);
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await prepared.end();
});

interface DrainReply {
  readonly status: number | undefined;
  /** Whether the server closes the connection. */
  readonly last: boolean;
  readonly text: string;
}

/** Creates a client that keeps one connection until the server closes it. */
function createConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<DrainReply> {
      return new Promise((resolve, reject) => {
        const sending: ClientRequest = request(server.url + path, { agent, method, headers }, (answer) => {
          readReply(answer).then(resolve, reject);
        });
        sending.once('error', reject);
        sending.end(body && JSON.stringify(body));
      });
    },
    end: () => agent.destroy(),
  };
}

async function readReply(answer: IncomingMessage): Promise<DrainReply> {
  return { status: answer.statusCode, last: answer.headers.connection === 'close', text: await text(answer) };
}

function siteHeaders(key: string): Record<string, string> {
  return { 'x-api-key': key, 'content-type': 'application/json' };
}

test('SIGTERM under load answers every request, keeps every acknowledged write and exits with 0', async () => {
  let answered = 0;
  let isStopping = false;

  async function write(key: string): Promise<Acknowledged> {
    const client = createConnection();
    const kept: Acknowledged = new Map();
    for (let nth = 0; ; nth++) {
      const reply = await client.send('POST', '/api/v1/sites', siteHeaders(key), { name: `${nth}` });
      expect(reply.status).toBe(201);
      const made: { data: { id: number } } = JSON.parse(reply.text);
      kept.set(`${nth}`, made.data.id);
      if (++answered === 20 * clients) {
        isStopping = true;
        server.child.kill('SIGTERM');
      }
      if (reply.last) break;
    }
    client.end();
    return kept;
  }

  async function probe(): Promise<DrainReply[]> {
    const client = createConnection();
    const replies: DrainReply[] = [];
    do replies.push(await client.send('GET', '/readyz'));
    while (!replies.at(-1)?.last);
    client.end();
    return replies;
  }

  const probing = probe();
  const kept = await Promise.all(prepared.owners.map(({ keys }) => write(keys[0]?.raw ?? '')));
  const probes = await probing;
  expect(isStopping).toBe(true);
  await expectCleanEnd();

  expect(probes.at(-1)?.status).toBe(503);
  expect(probes.at(0)?.status).toBe(200);
  for (const [at, { account }] of prepared.owners.entries()) {
    expect(sitesIn(prepared.database, account)).toEqual(kept[at]);
  }
});

/** Expects exit code 0, and only creations of sites in the log. */
async function expectCleanEnd(): Promise<void> {
  const { code, stderr } = await server.ended;
  const events = stderr
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).event);
  expect([code, [...new Set(events)]]).toEqual([0, ['site_created']]);
}

/** Sends the headers of a POST. Returns the connection and the body. */
function sendHalf(key: string): { rest: string; socket: ReturnType<typeof openSocket> } {
  const body = JSON.stringify({ name: 'Sent in two halves' });
  const socket = openSocket(server);
  const head = ['POST /api/v1/sites HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
  return { rest: body, socket };
}

test('a request that is half sent at the signal is answered, and its write is kept', async () => {
  const [owner] = prepared.owners;
  const { socket, rest } = sendHalf(owner?.keys[0]?.raw ?? '');
  await readUntil(socket, /100 Continue/);
  socket.write(rest.slice(0, 10));
  server.child.kill('SIGTERM');
  await refusesConnections();
  const answer = readAll(socket);
  socket.write(rest.slice(10));
  expect(await answer).toMatch(/HTTP\/1\.1 201 Created\r\n[\s\S]*connection: close\r\n/i);
  await expectCleanEnd();
  expect([...sitesIn(prepared.database, owner?.account ?? 0).keys()]).toEqual(['Sent in two halves']);
});

test('live streams end at the signal', async () => {
  const [owner] = prepared.owners;
  const client = createConnection();
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], results_visibility: 'always' };
  const made = await client.send('POST', '/api/v1/polls', siteHeaders(owner?.keys[0]?.raw ?? ''), draft);
  const { data }: { data: { id: string } } = JSON.parse(made.text);
  client.end();
  const socket = openSocket(server);
  socket.write(`GET /embed/polls/${data.id}/live HTTP/1.1\r\nHost: x\r\n\r\n`);
  await readUntil(socket, /votes_count/);
  const rest = readAll(socket);
  server.child.kill('SIGTERM');
  // The last chunk: the stream was not cut off.
  expect(await rest).toMatch(/0\r\n\r\n$/);
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' });
});

test('a second signal ends the process immediately', async () => {
  const { socket } = sendHalf(prepared.owners[0]?.keys[0]?.raw ?? '');
  await readUntil(socket, /100 Continue/);
  server.child.kill('SIGTERM');
  await refusesConnections();
  expect((await server.stop('SIGINT')).code).toBe(1);
});

/** Waits until the server refuses connections. */
async function refusesConnections(): Promise<void> {
  for (let refused = false; !refused; ) {
    refused = await new Promise<boolean>((resolve) => {
      const socket = openSocket(server);
      socket.once('error', () => resolve(true));
      socket.once('connect', () => socket.destroy()).once('close', () => resolve(false));
    });
  }
}
