import { defineConfig } from 'tsup';
import { assetsForEsbuild } from './build/assets.mjs';
import { licencesOf } from './build/licences.mjs';
import { mcpSdkForEsbuild, mcpSdkPackages } from './build/mcp-sdk.mjs';
import { ownPackageForEsbuild } from './build/own-package.mjs';
import { withoutSchemasForEsbuild } from './build/without-schemas.mjs';
import { writerFileForEsbuild } from './build/writer-file.mjs';

/** Imported by the name of the package, so that they are loaded only when they are needed. */
const onDemand = ['@askwell/server/viewer', '@askwell/server/mcp-sdk', '@askwell/server/temml'];

/** The helpers for frameworks, by the names of their entries. */
const frameworks = Object.fromEntries(
  ['express', 'fastify', 'koa', 'hono', 'next', 'sveltekit', 'h3'].map((name) => [name, `src/adapters/${name}.ts`]),
);

/** The entries with types. */
const typed = {
  index: 'src/index.ts',
  contract: 'src/shared/contract.ts',
  testing: 'src/tools/testing/index.ts',
  ...frameworks,
};

/**
 * The declaration of each source file, which TypeScript 7 has written before tsup starts: TypeScript 5, which tsup uses, takes four times
 * as long. TypeScript 7 does not check types here, because `npm run types` does.
 */
const declarationOf = (source: string) => source.replace('src/', '.declarations/').replace(/\.ts$/, '.d.ts');
const declarations = Object.fromEntries(Object.entries(typed).map(([name, source]) => [name, declarationOf(source)]));

export default defineConfig([
  {
    // The command shares the chunks of the library.
    entry: { index: 'src/index.ts', ...frameworks, cli: 'src/tools/cli/main.ts' },
    format: ['esm'],
    target: 'node20',
    shims: true,
    sourcemap: true,
    external: onDemand,
    esbuildPlugins: [assetsForEsbuild],
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
    // Built together, so that all entries share one declaration of each type.
    entry: declarations,
    format: ['esm', 'cjs'],
    dts: { entry: declarations, only: true },
    external: onDemand,
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
