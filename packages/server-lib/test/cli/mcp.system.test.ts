import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient } from '../support/http/http-client.js';
import { allTools, readTools } from '../support/mcp/expected-tools.js';
import { call, newClient, protocols, toolNames } from '../support/mcp/mcp-client.js';
import { cliFile, spawnCli } from '../support/processes/spawn-cli.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';

let server: SocketServer;
let owner: Owner;
let env: Record<string, string>;

beforeAll(async () => {
  // The command works with services whose own `/mcp` is disabled.
  server = await startServer({ mcp: false });
  owner = await createOwner(server.services);
  env = { ASKWELL_BASE_URL: server.url, ASKWELL_API_KEY: await owner.key() };
});
afterAll(() => server.close());

/** Starts `askwell mcp` as a process that the official client talks to, until the test ends. */
async function connect(protocol: (typeof protocols)[number], words: string[] = [], more: Record<string, string> = {}) {
  const client = newClient(protocol);
  const parameters = { command: process.execPath, args: [cliFile, 'mcp', ...words], env: { ...env, ...more } };
  await client.connect(new StdioClientTransport(parameters));
  onTestFinished(() => client.close());
  return client;
}

describe.each(protocols)('askwell mcp, for clients of the protocol %s', (protocol) => {
  test('offers tools that read, and refuses the others', async () => {
    const client = await connect(protocol);
    expect(await toolNames(client)).toEqual(readTools);
    expect(await call(client, 'get_account')).toMatchObject({ body: { data: { email: owner.email } } });
    expect(await call(client, 'create_site', { name: 'Shop' })).toMatchObject({
      isError: true,
      body: { message: 'This MCP server is read-only. Its operator can allow writes.', code: 'forbidden' },
    });
    expect(await call(client, 'list_sites')).toMatchObject({ body: { data: [] } });
    await expect(call(client, 'sing')).rejects.toThrow('Unknown tool "sing".');
  });

  test('changes with --writes', async () => {
    const client = await connect(protocol, ['--writes']);
    expect(await toolNames(client)).toEqual(allTools);
    const id = (await call(client, 'create_poll', { title: 'Lunch?', options: ['Soup', 'Salad'] })).id('data.id');
    expect((await call(client, 'update_poll', { id, title: 'Dinner?' })).id('data.title')).toBe('Dinner?');
    expect(await call(client, 'update_poll', { id, color: 'red' })).toMatchObject({
      isError: true,
      body: { code: 'invalid', errors: { color: ['Unknown field.'] } },
    });
    expect(await call(client, 'delete_ask', { id })).toMatchObject({ isError: false });
  });
});

// The answers of the service do not depend on the protocol.
const [anyProtocol] = protocols;

test('a key that can only read changes nothing with --writes', async () => {
  const key = { ASKWELL_API_KEY: await owner.key(undefined, { permissions: 'read' }) };
  const client = await connect(anyProtocol, ['--writes'], key);
  expect(await call(client, 'create_site', { name: 'Shop' })).toMatchObject({
    isError: true,
    body: { code: 'forbidden' },
  });
  const { body } = await createClient(server)('GET', '/sites', { key: env['ASKWELL_API_KEY'] });
  expect(body).toMatchObject({ data: [] });
});

test('a service that cannot be reached is an error of the tool', async () => {
  const client = await connect(anyProtocol, ['--base-url', 'http://127.0.0.1:1']);
  expect(await call(client, 'list_sites')).toMatchObject({ isError: true, body: { code: 'unavailable' } });
});

test('askwell mcp ends with its standard input, and prints nothing but messages', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const { code, stdout, stderr } = await spawnCli(['mcp'], { env, input: `not JSON\n${ping}\n` });
  expect([code, stderr]).toEqual([0, '']);
  for (const line of stdout.trimEnd().split('\n').filter(Boolean))
    expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('askwell mcp requires a key', async () => {
  const { code, stderr } = await spawnCli(['mcp'], { env: { ASKWELL_BASE_URL: server.url } });
  expect([code, stderr]).toEqual([
    2,
    'askwell: Missing API key. Set ASKWELL_API_KEY, or pass the name of a file with --api-key-file.\n',
  ]);
});
