import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { loadMcpSdk } from '../../api/mcp/load-sdk.js';
import { createMcpServer } from '../../api/mcp/mcp-server.js';
import { createTools } from '../../api/mcp/tools.js';
import { clientSettings } from './client-settings.js';
import type { CommandCall } from './command.js';
import { describeService } from './describe-service.js';
import { createServiceClient } from './service-client.js';

/** `askwell mcp`. */
export async function mcp({ settings, io }: CommandCall): Promise<number> {
  const client = createServiceClient(clientSettings(settings));
  const [sdk, api] = await Promise.all([loadMcpSdk(), describeService()]);
  const access = { tools: createTools(api), writes: settings.has('writes'), permissions: undefined };
  const stdin = new Readable().wrap(io.stdin);
  const stdout = new Writable({
    write: (chunk, _encoding, done) => void io.stdout.write(chunk, done),
  });
  const transport = new sdk.StdioServerTransport(stdin, stdout);
  const handle = sdk.serveStdio(() => createMcpServer(sdk, { ...access, send: client.send }), { transport });
  await finished(stdin, { writable: false }).catch(() => {});
  await handle.close();
  return 0;
}
