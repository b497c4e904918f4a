import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { loadMcpSdk } from '../../api/mcp/load-sdk.js';
import { createMcpServer } from '../../api/mcp/mcp-server.js';
import { createTools } from '../../api/mcp/tools.js';
import { clientFlags, clientSettings } from './client-settings.js';
import type { Command } from './command.js';
import { describeService } from './describe-service.js';
import { createServiceClient } from './service-client.js';

/** `askwell mcp`. */
export const mcp: Command = {
  name: 'mcp',
  summary: 'offers a service as tools to an AI agent, by MCP over standard input and output',
  details: [
    'Serves MCP to the program that starts it, such as an editor or a desktop app. Each call of a tool is a request to the',
    'service at ASKWELL_BASE_URL with the key in ASKWELL_API_KEY. Ends with its standard input.',
  ],
  flags: [...clientFlags, { name: 'writes', help: 'allows tools to create, change and delete, as far as the key can' }],
  async run({ settings, io }) {
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
  },
};
