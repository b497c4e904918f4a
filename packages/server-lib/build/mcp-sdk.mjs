// Bundles the MCP SDK without its validator of JSON Schema, which it needs only to ask users for input. Askwell never asks them.

/** The bundled packages. */
export const mcpSdkPackages = ['@modelcontextprotocol/server', '@modelcontextprotocol/core'];

const shims = `
  export { default as process } from 'node:process';
  export class DefaultJsonSchemaValidator {
    getValidator() { throw new Error('JSON Schemas cannot be validated.'); }
  }`;

/** The plugin for tsup. */
export const mcpSdkForEsbuild = {
  name: 'askwell-mcp-sdk',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, ({ path }) => ({
      path,
      namespace: 'askwell-mcp-shims',
    }));
    build.onLoad({ filter: /./, namespace: 'askwell-mcp-shims' }, () => ({ contents: shims, loader: 'js' }));
  },
};
