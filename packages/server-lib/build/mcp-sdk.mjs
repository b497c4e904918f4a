// Bundles the MCP SDK without its validator of JSON Schema, which it needs only to ask users for input. Askwell never asks them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const packages = ['@modelcontextprotocol/server', '@modelcontextprotocol/core'];

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

/** Returns the licences of the bundled packages, as a comment. Packages of one project have the same text. */
export function mcpSdkLicences() {
  const names = new Map();
  for (const name of packages) {
    const text = readFileSync(join(dirname(dirname(require.resolve(name))), 'LICENSE'), 'utf8').trim();
    names.set(text, [...(names.get(text) ?? []), name]);
  }
  const parts = [...names].map(([text, same]) => `${same.join(', ')}\n\n${text}`);
  return `/*! This file contains:\n\n${parts.join('\n\n').replaceAll('*/', '* /')}\n*/`;
}
