// Replaces `new URL('./writer.js', import.meta.url)` where it does not lead to the file of the writer.
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { assetsForEsbuild } from './assets.mjs';
import { withoutSchemasForEsbuild } from './without-schemas.mjs';

const starter = /[\\/]threads[\\/]start-thread\.ts$/;
const literal = "new URL('./writer.js', import.meta.url)";

function replaceLiteral(code, replacement) {
  if (!code.includes(literal)) throw new Error(`start-thread.ts no longer contains ${literal}.`);
  return code.replace(literal, replacement);
}

/** The plugin for tsup. CommonJS has no `import.meta`; file tracers recognize `__dirname`. */
export const writerFileForEsbuild = {
  name: 'askwell-writer-file',
  setup(build) {
    if (build.initialOptions.format !== 'cjs') return;
    build.onLoad({ filter: starter }, async ({ path }) => {
      const contents = replaceLiteral(await readFile(path, 'utf8'), "__dirname + '/writer.cjs'");
      return { contents, loader: 'ts' };
    });
  },
};

/** Bundles the worker for the vitest of this process. Node cannot run the source as a worker. */
async function bundleWriter() {
  const folder = fileURLToPath(new URL('../node_modules/.cache/askwell/', import.meta.url));
  // Several runs can be active at the same time.
  const file = join(folder, `writer-${process.pid}.cjs`);
  // An esbuild context would keep the process alive: nothing disposes the contexts of projects that are not selected.
  const bundle = () =>
    build({
      entryPoints: [fileURLToPath(new URL('../src/writer.ts', import.meta.url))],
      outfile: file,
      bundle: true,
      external: ['better-sqlite3'],
      platform: 'node',
      // Each server of a test starts a thread, and one file without imports starts the fastest.
      format: 'cjs',
      define: { 'import.meta.url': 'fileUrl' },
      banner: { js: "const fileUrl = require('node:url').pathToFileURL(__filename).href;" },
      target: 'node20',
      sourcemap: 'linked',
      logLevel: 'silent',
      plugins: [assetsForEsbuild, withoutSchemasForEsbuild],
    });
  await bundle();
  process.once('exit', () => {
    for (const path of [file, `${file}.map`]) rmSync(path, { force: true });
  });
  return { file, bundle };
}

/** Each project loads this module again, so a variable of the module would not be shared. */
const shared = Symbol.for('askwell.writer-file');

/** Creates the plugin for vitest. All projects of a run share one bundle. In watch mode, it is built again after each change. */
export async function writerFileForVite() {
  globalThis[shared] ??= bundleWriter();
  const { file, bundle } = await globalThis[shared];
  return {
    name: 'askwell-writer-file',
    enforce: 'pre',
    // Each run has another path for the file.
    configureVitest({ experimental_defineCacheKeyGenerator }) {
      experimental_defineCacheKeyGenerator(({ id }) => (starter.test(id) ? false : undefined));
    },
    transform(code, id) {
      if (!starter.test(id)) return undefined;
      return { code: replaceLiteral(code, `new URL(${JSON.stringify(pathToFileURL(file))})`), map: null };
    },
    async hotUpdate() {
      // Compile errors are reported by the tests that import the source.
      await bundle().catch(() => {});
    },
  };
}
