// Files that are carried as text: migrations, styles, and scripts for browsers. One loader serves tsup and vitest.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build, transform } from 'esbuild';

const plain = /\.(sql|css)$/;
const script = /\?script$/;

async function textOf(file) {
  if (file.endsWith('.css'))
    return (await transform(await readFile(file, 'utf8'), { loader: 'css', minify: true })).code;
  if (!script.test(file)) return readFile(file, 'utf8');
  const result = await build({
    entryPoints: [file.replace(script, '')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return result.outputFiles[0].text;
}

/** For esbuild, and so for tsup. */
export const assetsForEsbuild = {
  name: 'askwell-assets',
  setup(build) {
    build.onResolve({ filter: /\.(sql|css)$|\?script$/ }, ({ path, resolveDir }) => ({
      // The mark at its end keeps it from those who claim whatever is called .css, as tsup does.
      path: `${resolve(resolveDir, path.replace(/\.js\?script$/, '.ts?script'))}:text`,
      namespace: 'askwell-asset',
    }));
    build.onLoad({ filter: /:text$/, namespace: 'askwell-asset' }, async ({ path }) => {
      const file = path.slice(0, -':text'.length);
      return { contents: await textOf(file), loader: 'text', watchFiles: [file.replace(script, '')] };
    });
  },
};

/** For Vite, and so for vitest. */
export const assetsForVite = {
  name: 'askwell-assets',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !(plain.test(source) || script.test(source))) return null;
    const file = resolve(dirname(importer), source.replace(/\.js\?script$/, '.ts?script'));
    return `\0askwell-asset:${file}:text`;
  },
  async load(id) {
    const file = /^\0askwell-asset:(.*):text$/.exec(id)?.[1];
    return file && `export default ${JSON.stringify(await textOf(file))};`;
  },
};
