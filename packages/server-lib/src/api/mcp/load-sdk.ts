/** The parts of the MCP SDK that are used. */
export type McpSdk = typeof import('@askwell/server/mcp-sdk');

/** Loads the MCP SDK at the first call: most instances never need it. */
export function loadMcpSdk(): Promise<McpSdk> {
  return import('@askwell/server/mcp-sdk');
}
