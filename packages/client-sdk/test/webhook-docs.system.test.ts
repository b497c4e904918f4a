import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../server-lib/test/support/free-port.js';
import { Askwell } from '../src/index.js';
import { startServer, type TestServer } from './support/server.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const programs = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, program = '']) => program);

let server: TestServer;
let askwell: Askwell;
/** Inside the package, so that programs can import the package by its name. */
let folder: string;

beforeAll(async () => {
  server = await startServer({ webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'] } });
  askwell = new Askwell({ apiKey: await server.createKey('Docs'), baseUrl: server.url });
  folder = await mkdtemp(join(root, '.readme-webhooks-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sends a message that is not signed. Returns undefined while nothing listens. */
async function postUnsigned(url: string): Promise<number | undefined> {
  const response = await fetch(url, { method: 'POST', body: '{"type":"answer.created"}' }).catch(() => undefined);
  return response?.status;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

test('the page has a receiver with the client, and a receiver with the library of Standard Webhooks', () => {
  expect(programs.map((program) => /from '(@?[a-z/]+)';\n\n/.exec(program)?.[1])).toEqual([
    '@askwell/client',
    'standardwebhooks',
  ]);
});

test.each([...programs.entries()])(
  'receiver %i of the page accepts the messages of the server, and no others',
  async (nth, program) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const { id, secret } = await askwell.webhooks.create({ url });
    const file = join(folder, `receiver-${nth}.mjs`);
    await writeFile(file, program.replace('listen(4000)', `listen(${port}, '127.0.0.1')`));
    const env = { ...process.env, ASKWELL_WEBHOOK_SECRET: secret };
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk);
    });
    try {
      await expect.poll(() => postUnsigned(url), { timeout: 30_000 }).toBe(400);
      expect(await askwell.webhooks.test(id)).toMatchObject({ status: 'delivered', response_status: 204 });
      await expect.poll(() => printed).toBe("webhook.test { message: 'This is a test.' }\n");
    } finally {
      await stop(child);
    }
  },
);
