/* The parts of the MCP SDK that /mcp and `askwell mcp` use. Bundled into one file, which is loaded at the first request. */
export { createMcpHandler, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
