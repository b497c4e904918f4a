// What stands for the writer's file where `new URL('./writer.js', import.meta.url)` does not.
import { readFile } from 'node:fs/promises';

const starter = /[\\/]store[\\/]sqlite[\\/]start-worker\.ts$/;
const literal = "new URL('./writer.js', import.meta.url)";

function replaceLiteral(code, replacement) {
  if (!code.includes(literal)) throw new Error(`start-worker.ts no longer contains ${literal}.`);
  return code.replace(literal, replacement);
}

/** For tsup: CommonJS has no `import.meta`, and file tracers recognize `__dirname` in its place. */
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

/** For vitest: the source has no file that Node can run as the worker, so the built one is started. */
export const writerFileForVite = {
  name: 'askwell-writer-file',
  enforce: 'pre',
  transform(code, id) {
    if (!starter.test(id)) return undefined;
    return { code: replaceLiteral(code, "new URL('../../../dist/writer.js', import.meta.url)"), map: null };
  },
};
