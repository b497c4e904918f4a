/** The options of `/mcp`. */
export interface McpOptions {
  /** Whether tools can create, change and delete, as far as the API key can. Default: false, which lists only tools that read. */
  writes?: boolean | undefined;
}
