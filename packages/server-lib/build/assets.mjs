// Bundles files as text: migrations, styles, scripts for browsers, and the built widget. tsup and vitest share the loader.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';

const assetPattern = /\.(sql|css)$|\?(script|script&packed|packed)$/;
const queryPattern = /\?[a-z&]+$/;
const widget = 'askwell:widget';
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const widgetFolder = fileURLToPath(new URL('../../browser-widget/dist', import.meta.url));

async function textOf(path) {
  const file = path.replace(queryPattern, '');
  if (path.endsWith('packed')) return gzipSync(await bundled(file), { level: 9 }).toString('base64');
  if (path.endsWith('?script')) return bundled(file);
  const text = await readFile(file, 'utf8');
  return file.endsWith('.css') ? minifiedCss(text) : text;
}

/** Minifies CSS. esbuild keeps spaces in functions and in the values of custom properties, where Askwell's styles do not need them. */
async function minifiedCss(text) {
  const { code } = await transform(text, { loader: 'css', minify: true, charset: 'utf8' });
  return code
    .replaceAll(/--[\w-]+:[^;}]*/g, (declaration) => declaration.replaceAll(/([:,(]) | (?=\))/g, '$1'))
    .replaceAll(/, (?=var\()/g, ',')
    .replaceAll(') * ', ')*');
}

async function bundled(file) {
  const result = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'eof',
    // Scripts of elements contain the styles of their shadow roots as text. A style sheet bundles what it imports.
    plugins: file.endsWith('.css') ? [] : [assetsForEsbuild],
    write: false,
  });
  return result.outputFiles[0].text;
}

function resolveAsset(path, folder) {
  return resolve(folder, path.replace(/\.js\?script/, '.ts?script'));
}

/** Returns the script of the widget, the files that it loads on demand, and the messages by language, as JSON. */
async function builtWidget() {
  try {
    const languages = join(widgetFolder, 'languages');
    const tables = (await readdir(languages)).sort().map(async (file) => {
      const text = await readFile(join(languages, file), 'utf8');
      return [file.replace(/\.json$/, ''), JSON.stringify(JSON.parse(text))];
    });
    const [script, results, questions, quiz] = await Promise.all(
      ['widget.js', 'results.js', 'questions.js', 'quiz.js'].map((file) => readFile(join(widgetFolder, file), 'utf8')),
    );
    return JSON.stringify({
      script,
      results,
      questions,
      quiz,
      languages: Object.fromEntries(await Promise.all(tables)),
    });
  } catch (cause) {
    if (cause.code !== 'ENOENT') throw cause;
    throw new Error('The widget is not built. Run `npm run build` in packages/browser-widget first.', { cause });
  }
}

/** The plugin for esbuild and tsup. */
export const assetsForEsbuild = {
  name: 'askwell-assets',
  setup(build) {
    build.onResolve({ filter: assetPattern }, ({ path, resolveDir }) => ({
      // Relative, because comments in the built files contain it. The suffix keeps tsup from loading the file as CSS.
      path: `${relative(packageFolder, resolveAsset(path, resolveDir))}:text`,
      namespace: 'askwell-asset',
    }));
    build.onResolve({ filter: new RegExp(`^${widget}$`) }, ({ path }) => ({ path, namespace: 'askwell-widget' }));
    build.onLoad({ filter: /./, namespace: 'askwell-widget' }, async () => ({
      contents: await builtWidget(),
      loader: 'json',
      watchDirs: [widgetFolder],
    }));
    build.onLoad({ filter: /:text$/, namespace: 'askwell-asset' }, async ({ path }) => {
      const file = join(packageFolder, path.slice(0, -':text'.length));
      return { contents: await textOf(file), loader: 'text', watchFiles: [file.replace(queryPattern, '')] };
    });
  },
};

/** The plugin for Vite and vitest. */
export const assetsForVite = {
  name: 'askwell-assets',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === widget) return `\0${widget}`;
    if (!importer || !assetPattern.test(source)) return null;
    return `\0askwell-asset:${resolveAsset(source, dirname(importer))}:text`;
  },
  async load(id) {
    if (id === `\0${widget}`) return `export default ${await builtWidget()};`;
    const file = /^\0askwell-asset:(.*):text$/.exec(id)?.[1];
    return file && `export default ${JSON.stringify(await textOf(file))};`;
  },
};
