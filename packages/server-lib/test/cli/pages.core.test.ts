import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runInShell } from '../support/docs/curl-examples.js';
import { pairsOf, readDocs } from '../support/docs/read-docs.js';
import { readTools } from '../support/mcp/expected-tools.js';
import { connectMcp, newClient, toolNames } from '../support/mcp/mcp-client.js';
import { cliFile } from '../support/processes/spawn-cli.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const commandPage = await readDocs('cli.md');
const mcpPage = await readDocs('mcp.md');

let server: SocketServer;
let key: string;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  key = await (await createOwner(server.services)).key();
  folder = await temporaryFolder();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Replaces what differs between runs by texts of the same length. */
function reduce(text: string): string {
  return text
    .replaceAll(/poll_[0-9a-z]{20}/g, 'poll_00000000000000000000')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g, '2026-01-01T00:00:00.000000Z');
}

/** Returns the groups of lines between lines that stand for others. */
function shownParts(text: string): string[] {
  return reduce(text)
    .split(/^…\n/m)
    .filter((part) => part !== '');
}

test('the commands in cli.md print the text below them', async () => {
  const examples = pairsOf(commandPage, 'sh', 'text');
  expect(examples).toHaveLength([...commandPage.matchAll(/^```sh$/gm)].length - 1);
  const env: Record<string, string> = { ASKWELL_BASE_URL: server.url, ASKWELL_API_KEY: key, CLI: cliFile };
  for (const { upper: command, lower: shown } of examples) {
    const output = await runInShell(`cd "${folder}"; askwell() { "$NODE" "$CLI" "$@"; }\n${command}`, env);
    const id = /poll_[0-9a-z]{20}/.exec(output)?.[0];
    if (id) env['POLL_ID'] = id;
    for (const part of shownParts(shown)) expect(reduce(output).replaceAll('\r', '')).toContain(part);
  }
  expect(await readFile(join(folder, 'votes.csv'), 'utf8')).toContain('id,created_at');
});

interface HttpSettings {
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** Returns the settings of `askwell` in the JSON blocks of mcp.md. */
function settingsInPage(): [HttpSettings, StdioServerParameters] {
  const [http, stdio] = [...mcpPage.matchAll(/^```json\n(.*?)^```$/gms)].map(([, text = '']) => JSON.parse(text));
  return [http.mcpServers.askwell, stdio.mcpServers.askwell];
}

test('the settings in mcp.md connect a client over HTTP', async () => {
  const [{ url, headers }] = settingsInPage();
  const [name = '', ...others] = Object.keys(headers);
  expect([url, others]).toEqual(['https://polls.example.com/mcp', []]);
  const client = await connectMcp(server, { key: '', headers: { [name.toLowerCase()]: key } });
  expect(await toolNames(client)).toEqual(readTools);
});

test('the settings in mcp.md connect a client over standard input and output', async () => {
  const [, { command, args = [], env }] = settingsInPage();
  expect([command, ...args.slice(0, 3)]).toEqual(['npx', '--yes', '--package=@askwell/server', 'askwell']);
  const own = { ...env, ASKWELL_BASE_URL: server.url, ASKWELL_API_KEY: key };
  expect(Object.keys(own)).toEqual(Object.keys(env ?? {}));
  const client = newClient('auto');
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [cliFile, ...args.slice(3)], env: own }),
  );
  onTestFinished(() => client.close());
  expect(await toolNames(client)).toEqual(readTools);
});
