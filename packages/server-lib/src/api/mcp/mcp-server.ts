import { version } from '../../../package.json';
import { AskwellError } from '../../base/errors.js';
import { isPermitted, type KeyPermissions } from '../../owners/keys/key-permissions.js';
import type { SendRequest } from '../openapi/api-request.js';
import { callTool, refusal } from './call-tool.js';
import type { McpSdk } from './load-sdk.js';
import type { Tool } from './tools.js';

/** The access of a client to the server. */
export interface McpAccess {
  readonly tools: ReadonlyMap<string, Tool>;
  /** Whether tools can change and delete resources. */
  readonly writes: boolean;
  /**
   * The permissions of the key, if they are known. Tools without permission are not listed. The API checks permissions with each
   * call.
   */
  readonly permissions: KeyPermissions | undefined;
  readonly send: SendRequest;
}

const readOnly = 'This MCP server is read-only. Its operator can allow writes.';

/** Creates a server with the tools, for one connection or one request. */
export function createMcpServer(
  { Server, ProtocolError, ProtocolErrorCode }: McpSdk,
  { tools, writes, permissions, send }: McpAccess,
): InstanceType<McpSdk['Server']> {
  const server = new Server(
    { name: 'askwell', title: 'Askwell', version },
    { capabilities: { tools: {} }, instructions: 'Polls, quizzes and forms, and the answers to them.' },
  );
  const isEnabled = ({ effect }: Tool) => writes || effect === 'read';
  const isUsable = (tool: Tool) => isEnabled(tool) && (!permissions || isPermitted(permissions, tool.effect));
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].filter(isUsable).map(({ description }) => description),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.get(params.name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${JSON.stringify(params.name)}.`);
    }
    if (!isEnabled(tool)) return refusal(new AskwellError('forbidden', readOnly));
    return callTool(tool, params.arguments ?? {}, send, mcpReq.signal);
  });
  return server;
}
