import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { assetsForEsbuild } from '../server-lib/build/assets.mjs';
import { widgetTexts } from '../server-lib/src/shared/messages/english.js';
import { lazyFiles, smallest, smallNames } from './build/lazy-files.mjs';
import { writeManifest } from './build/manifest.mjs';
import { messageId } from './src/messages/message-id.js';

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      react: 'src/react.ts',
      vue: 'src/vue.ts',
      svelte: 'src/svelte.ts',
      'svelte/element': 'src/svelte/element.ts',
      'svelte/owner-element': 'src/svelte/owner-element.ts',
    },
    // Svelte components are published as they are: the compiler has to match the runtime of the app.
    external: [/\.svelte$/],
    format: ['esm'],
    target: 'es2022',
    platform: 'browser',
    sourcemap: true,
    esbuildPlugins: [assetsForEsbuild],
    onSuccess: async () => {
      await packLanguages();
      await copyComponents();
      await writeManifest();
    },
  },
  {
    // The script that the server serves as /widget.js, and the files that it loads on demand.
    entry: { widget: 'src/widget.ts' },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    target: 'es2022',
    platform: 'browser',
    minify: 'terser',
    terserOptions: smallest,
    esbuildOptions(options) {
      Object.assign(options, smallNames);
      // Only the package is imported during server-side rendering.
      options.define = { 'globalThis.customElements': 'true', 'globalThis.HTMLElement': 'HTMLElement' };
    },
    esbuildPlugins: [lazyFiles, assetsForEsbuild],
  },
]);

/** Writes the language files, with texts by message ID. */
async function packLanguages(): Promise<void> {
  const folder = '../server-lib/src/shared/messages/languages';
  await mkdir('dist/languages', { recursive: true });
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.json'))) {
    const read = async (file: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(`${folder}/${file}`, 'utf8'));
    // A variant such as `de-formal` has only the texts that differ from its language.
    const language = name.replace(/-.*/, '.json');
    const table = { ...(await read(language)), ...(await read(name)) };
    const named = widgetTexts.map((english) => [messageId(english), table[english]]);
    await writeFile(`dist/languages/${name}`, JSON.stringify(Object.fromEntries(named)));
  }
}

/** Copies the Svelte components. */
async function copyComponents(): Promise<void> {
  for (const name of (await readdir('src/svelte')).filter((file) => file.endsWith('.svelte'))) {
    await cp(`src/svelte/${name}`, `dist/svelte/${name}`);
  }
}
