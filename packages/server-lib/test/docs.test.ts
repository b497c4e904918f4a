import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variableOf } from '../src/cli/given.js';
import { serveFlags } from '../src/cli/settings.js';
import { createFormBrowser, makeKey, register } from './support/forms.js';
import { startServer, type TestServer } from './support/server.js';

interface Example {
  /** The heading it stands under. */
  readonly title: string;
  readonly command: string;
  readonly reply: string;
}

const docs = (name: string) => readFile(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

const page = await docs('rest.md');
const examples: Example[] = page.split(/^#+ /m).flatMap((section) => {
  const blocks = section.matchAll(/^```sh\n(.*?)^```\n\n```http\n(.*?)^```$/gms);
  return [...blocks].map(([, command = '', reply = '']) => ({ title: section.split('\n')[0] ?? '', command, reply }));
});

test('every setting of the command is described, and no other', async () => {
  const section = (await docs('configuration.md')).split(/^## /m)[1] ?? '';
  const described = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(described).toEqual(serveFlags.map(({ name }) => variableOf(name)));
});

test('every command on the page has its reply beneath it', () => {
  expect(examples).toHaveLength([...page.matchAll(/^```sh$/gm)].length);
  expect(examples.length).toBeGreaterThan(8);
});

describe('the replies on the page are what the server says', () => {
  let server: TestServer;
  let apiKey: string;

  beforeAll(async () => {
    server = await startServer();
    const browser = createFormBrowser(server.url);
    await register(browser);
    apiKey = await makeKey(browser, { name: 'Shop' });
  });
  afterAll(() => server.close());

  // In the order of the page: what one command makes the next ones read.
  test.each(examples)('$title', async ({ command, reply }) => {
    expect(read(await run(command, { BASE_URL: server.url, API_KEY: apiKey }))).toEqual(read(reply));
  });
});

const client = new URL('./support/curl.mjs', import.meta.url).pathname;

/** Runs a command in a shell, with the headers in its output. Where there is no curl, Node stands in for it. */
async function run(command: string, env: Record<string, string>): Promise<string> {
  const curl = `if command -v curl >/dev/null; then curl() { command curl -isS "$@"; }; else curl() { "$NODE" "$CLIENT" "$@"; }; fi`;
  const { stdout } = await promisify(execFile)('sh', ['-euc', `${curl}\n${command}`], {
    env: { ...process.env, ...env, NODE: process.execPath, CLIENT: client },
  });
  return stdout;
}

/** A reply's status and body, with what differs from run to run made alike. */
function read(reply: string): { status: number; body: unknown } {
  const [head = '', ...rest] = reply.replaceAll('\r\n', '\n').split('\n\n');
  const text = rest.join('\n\n').trim();
  const body: unknown = text === '' ? null : JSON.parse(text, alike);
  return { status: Number(head.split(' ')[1]), body };
}

function alike(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (name.endsWith('_at') && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value)) return 'a time';
  if (name === 'masked_key' && /^ask_\w{4}•{6}\w{4}$/.test(value)) return 'a masked key';
  return value;
}
