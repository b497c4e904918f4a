import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { assetsForEsbuild } from '../server-lib/build/assets.mjs';
import { writeManifest } from './build/manifest.mjs';
import { resultsApart, smallest } from './build/results.mjs';
import { nameOf } from './src/messages/message-id.js';

/**
 * Members that never leave the script: neither the wire, the page nor the browser knows them by these names, and no string
 * does. They are shortened in it. What draws results is another file: it must find what it takes under its own name.
 */
const ours = [
  'actions|badge|breaks|control|element|emit|fault|figure|fill|finish|given|grip|host|inline|intro|isGroup|isKept',
  'isLabelled|isNeeded|isSilent|isTold|items|load|mark|marks|mayRepeat|moment|node|notice|plural|problem',
  'rest|resultsIn|row|say|sheet|shows|speak|stage|submit|tell',
].join('|');

export default defineConfig([
  {
    entry: {
      index: 'src/index.ts',
      react: 'src/react.ts',
      vue: 'src/vue.ts',
      svelte: 'src/svelte.ts',
      'svelte/element': 'src/svelte/element.ts',
    },
    // Svelte components are published as they are: the compiler has to match the runtime of the app.
    external: [/\.svelte$/],
    format: ['esm'],
    // The wire types come from the source, by a path in tsconfig.json, and so end up in the declarations themselves.
    dts: { entry: ['src/index.ts', 'src/react.ts', 'src/vue.ts', 'src/svelte.ts'] },
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
    // What the server serves as /widget.js, and beside it what draws results.
    entry: { widget: 'src/widget.ts' },
    format: ['iife'],
    outExtension: () => ({ js: '.js' }),
    target: 'es2022',
    platform: 'browser',
    minify: 'terser',
    terserOptions: smallest,
    esbuildOptions(options) {
      options.charset = 'utf8';
      options.minifySyntax = true;
      options.mangleProps = new RegExp(`^(${ours})$`);
      // A page has elements; only the package is imported where there are none.
      options.define = { 'globalThis.customElements': 'true', 'globalThis.HTMLElement': 'HTMLElement' };
    },
    esbuildPlugins: [resultsApart, assetsForEsbuild],
  },
]);

/** The tables of words, as they are fetched. */
async function packLanguages(): Promise<void> {
  await mkdir('dist/languages', { recursive: true });
  for (const name of (await readdir('src/messages')).filter((file) => file.endsWith('.json'))) {
    const read = async (file: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(`src/messages/${file}`, 'utf8'));
    // A variant such as `de-formal` has only what differs from its language.
    const language = name.replace(/-.*/, '.json');
    const table = { ...(await read(language)), ...(await read(name)) };
    const named = Object.entries(table).map(([english, message]) => [nameOf(english), message]);
    await writeFile(`dist/languages/${name}`, JSON.stringify(Object.fromEntries(named)));
  }
}

/** The Svelte components. */
async function copyComponents(): Promise<void> {
  for (const name of (await readdir('src/svelte')).filter((file) => file.endsWith('.svelte'))) {
    await cp(`src/svelte/${name}`, `dist/svelte/${name}`);
  }
}
