import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';
import { assetsForEsbuild } from '../server-lib/build/assets.mjs';
import { writeManifest } from './build/manifest.mjs';
import { resultsApart, smallest } from './build/results.mjs';
import { messageId } from './src/messages/message-id.js';

/**
 * Names of properties that esbuild shortens in the script. They are internal: not part of the API, the DOM or a string, and
 * not used by the code that renders results, which is another file.
 */
const internalNames = [
  'actions|announce|answerForm|answersUrl|badge|control|dateTime|display|element|emit|extraItems|file|grip',
  'hasOutcome|host|inline|intro|isAnswerKept|isGroup|isHiddenField|isLabelled|isNeeded|isTimeUp|items|load|mayRepeat',
  'node|notice|otherInput|pageLabel|plural|previousAnswers|problem|resultsOf|row|sendNow|setAnswer|setFormState',
  'setLanguage|setState|showError|showFaults|showForm|startsPage|stateKey|submitLabel|validate|visibleItems',
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
    // A path in tsconfig.json resolves the contract's types to their source, so that they are inlined into the declarations.
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
    // The script that the server serves as /widget.js, and the file that renders results.
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
      options.mangleProps = new RegExp(`^(${internalNames})$`);
      // Only the package is imported during server-side rendering.
      options.define = { 'globalThis.customElements': 'true', 'globalThis.HTMLElement': 'HTMLElement' };
    },
    esbuildPlugins: [resultsApart, assetsForEsbuild],
  },
]);

/** Writes the language files, with texts by message ID. */
async function packLanguages(): Promise<void> {
  await mkdir('dist/languages', { recursive: true });
  for (const name of (await readdir('src/messages')).filter((file) => file.endsWith('.json'))) {
    const read = async (file: string): Promise<Record<string, unknown>> =>
      JSON.parse(await readFile(`src/messages/${file}`, 'utf8'));
    // A variant such as `de-formal` has only the texts that differ from its language.
    const language = name.replace(/-.*/, '.json');
    const table = { ...(await read(language)), ...(await read(name)) };
    const named = Object.entries(table).map(([english, message]) => [messageId(english), message]);
    await writeFile(`dist/languages/${name}`, JSON.stringify(Object.fromEntries(named)));
  }
}

/** Copies the Svelte components. */
async function copyComponents(): Promise<void> {
  for (const name of (await readdir('src/svelte')).filter((file) => file.endsWith('.svelte'))) {
    await cp(`src/svelte/${name}`, `dist/svelte/${name}`);
  }
}
