import { defineConfig } from 'tsup';
import { apiDescriptionForEsbuild } from './build/api-description.mjs';
import { assetsForEsbuild } from './build/assets.mjs';
import { frameworks, onDemand } from './build/entries.js';
import { licencesOf } from './build/licences.mjs';
import { mcpSdkForEsbuild, mcpSdkPackages } from './build/mcp-sdk.mjs';
import { ownPackageForEsbuild } from './build/own-package.mjs';
import { withoutSchemasForEsbuild } from './build/without-schemas.mjs';
import { writerFileForEsbuild } from './build/writer-file.mjs';

export default defineConfig([
  {
    // The command shares the chunks of the library.
    entry: { index: 'src/index.ts', ...frameworks, cli: 'src/tools/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    shims: true,
    sourcemap: true,
    external: onDemand,
    esbuildPlugins: [assetsForEsbuild, apiDescriptionForEsbuild],
  },
  {
    entry: { index: 'src/index.ts', ...frameworks },
    format: ['cjs'],
    target: 'node20',
    shims: true,
    sourcemap: true,
    external: onDemand,
    esbuildPlugins: [assetsForEsbuild, writerFileForEsbuild],
  },
  {
    entry: { testing: 'src/tools/testing/index.ts' },
    format: ['esm', 'cjs'],
    target: 'node20',
    sourcemap: true,
    esbuildPlugins: [ownPackageForEsbuild],
  },
  {
    // One file that imports nothing but packages, so that it works when it is copied alone.
    entry: { writer: 'src/writer.ts' },
    format: ['esm', 'cjs'],
    target: 'node20',
    splitting: false,
    sourcemap: true,
    noExternal: ['zod'],
    esbuildPlugins: [assetsForEsbuild, withoutSchemasForEsbuild],
  },
  {
    // One file for both ways of importing: it is nothing but text.
    entry: { viewer: 'src/viewer.ts' },
    format: ['cjs'],
    target: 'node20',
    esbuildPlugins: [assetsForEsbuild],
  },
  {
    // One file for both ways of importing: `import()` loads it.
    entry: { 'mcp-sdk': 'src/api/mcp/mcp-sdk.ts' },
    format: ['esm'],
    target: 'node20',
    splitting: false,
    minify: true,
    noExternal: [/^@modelcontextprotocol\//],
    external: ['zod'],
    esbuildPlugins: [mcpSdkForEsbuild],
    banner: { js: licencesOf(mcpSdkPackages) },
  },
  {
    // One file for both ways of importing: `import()` loads it.
    entry: { temml: 'src/core/formulas/temml.ts' },
    format: ['esm'],
    target: 'node20',
    splitting: false,
    minify: true,
    noExternal: ['temml'],
    banner: { js: licencesOf(['temml']) },
  },
]);
