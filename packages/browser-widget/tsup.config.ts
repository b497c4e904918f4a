import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { assetsForEsbuild } from '../server-lib/build/assets.mjs';

export default defineConfig([
  {
    entry: { index: 'src/index.ts', react: 'src/react.ts' },
    format: ['esm'],
    // The wire types come from the source, by a path in tsconfig.json, and so end up in the declarations themselves.
    dts: true,
    target: 'es2022',
    platform: 'browser',
    sourcemap: true,
    esbuildPlugins: [assetsForEsbuild],
    onSuccess: packLanguages,
  },
  {
    // What the server serves as /widget.js.
    entry: { widget: 'src/widget.ts' },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    target: 'es2022',
    platform: 'browser',
    minify: true,
    esbuildOptions(options) {
      options.charset = 'utf8';
    },
    esbuildPlugins: [assetsForEsbuild],
  },
]);

/** The tables of words, as they are fetched. */
async function packLanguages(): Promise<void> {
  await mkdir('dist/languages', { recursive: true });
  for (const name of (await readdir('src/messages')).filter((file) => file.endsWith('.json'))) {
    const table: unknown = JSON.parse(await readFile(`src/messages/${name}`, 'utf8'));
    await writeFile(`dist/languages/${name}`, JSON.stringify(table));
  }
}
