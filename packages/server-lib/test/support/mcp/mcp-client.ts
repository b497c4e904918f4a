import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { memberAt } from '../http/http-client.js';
import { type Requests, send } from '../http/requests.js';

/** The protocols that clients speak: the one with a handshake, and the one without. */
export const protocols = ['legacy', 'auto'] as const satisfies readonly VersionNegotiationMode[];

export interface Connection {
  readonly key: string;
  readonly protocol?: VersionNegotiationMode;
  readonly headers?: Record<string, string>;
}

/** Connects the official client to `/mcp` of a server until the test ends. */
export async function connectMcp(
  server: Requests,
  { key, protocol = 'legacy', headers = {} }: Connection,
): Promise<Client> {
  const client = newClient(protocol);
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
    fetch: (target, init) => send(server, String(target), init),
    requestInit: { headers: { 'x-api-key': key, ...headers } },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

export function newClient(protocol: VersionNegotiationMode): Client {
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: protocol } });
}

/** The result of a tool. */
export interface Called {
  readonly body: unknown;
  readonly isError: boolean;
  /** Returns a member of the body as text, by its dotted path. */
  id(path: string): string;
}

/** Calls a tool. Returns its result as data, and checks that its text equals it. */
export async function call(client: Client, name: string, values: Record<string, unknown> = {}): Promise<Called> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: values });
  const [first, ...others] = content;
  if (first?.type !== 'text' || others.length > 0) throw new Error('The result is not one text.');
  const body = structuredContent ?? first.text;
  if (first.text !== (typeof body === 'string' ? body : JSON.stringify(body))) throw new Error('The text differs.');
  return { body, isError, id: (path) => String(memberAt(body, path)) };
}

/** Returns the names of the tools that are listed. */
export async function toolNames(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}
