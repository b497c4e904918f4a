import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const run = promisify(execFile);

/** A component that an app exports as its default, in a project that has the widget and the framework installed. */
export interface App {
  readonly project: string;
  readonly file: string;
  /** Renders `App` with `props` to the standard output. */
  readonly onServer: string;
  /** Hydrates `App` with `props` in the element `#root`. */
  readonly inBrowser: string;
  readonly props: object;
  /** Folders of packages that all other packages use instead of their own. */
  readonly alias?: Readonly<Record<string, string>>;
  /** Texts of the app that are replaced, as readers of the documentation do. */
  readonly replaced?: Readonly<Record<string, string>>;
}

/** Renders an app in a process of Node, which has no elements. Returns the HTML. */
export async function renderOnServer(app: App): Promise<string> {
  const file = join(app.project, 'server.cjs');
  await writeFile(file, await bundle(app, app.onServer, { platform: 'node', format: 'cjs' }));
  return (await run(process.execPath, [file])).stdout;
}

/** Bundles the script that hydrates the rendered app. */
export function bundleForBrowser(app: App): Promise<string> {
  return bundle(app, app.inBrowser, { platform: 'browser', format: 'esm' });
}

async function bundle(app: App, start: string, options: BuildOptions): Promise<string> {
  const { outputFiles, warnings } = await build({
    ...options,
    stdin: {
      contents: `import App from ${JSON.stringify(app.file)};\nconst props = ${JSON.stringify(app.props)};\n${start}`,
      resolveDir: app.project,
    },
    bundle: true,
    write: false,
    outfile: 'app.js',
    jsx: 'automatic',
    target: 'es2022',
    alias: { ...app.alias },
    define: { 'process.env.NODE_ENV': '"development"', ...vueFlags },
    conditions: ['svelte', 'development'],
    plugins: [compileComponents(app, options.platform === 'node')],
  });
  const [script] = outputFiles ?? [];
  if (!script || warnings.length > 0) throw new Error(`Bundling ${app.file}: ${JSON.stringify(warnings)}`);
  return script.text;
}

/** Vue warns if the bundler does not set these. */
const vueFlags = {
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
};

/** Compiles the components of each framework. Loads a compiler only when it is needed, since they are large. */
function compileComponents({ replaced = {} }: App, isServer: boolean): Plugin {
  const read = async (path: string) =>
    Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), await readFile(path, 'utf8'));
  return {
    name: 'components',
    setup(script) {
      script.onLoad({ filter: /\.tsx$/ }, async ({ path }) => ({ contents: await read(path), loader: 'tsx' }));
      script.onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const [source, { compile }] = await Promise.all([read(path), import('svelte/compiler')]);
        const { js, warnings } = compile(source, {
          filename: path,
          generate: isServer ? 'server' : 'client',
          dev: true,
        });
        return { contents: js.code, warnings: warnings.map(({ message }) => ({ text: message })) };
      });
      script.onLoad({ filter: /\.vue$/ }, async ({ path }) => {
        const [source, { compileScript, parse }] = await Promise.all([read(path), import('vue/compiler-sfc')]);
        const { descriptor, errors } = parse(source, { filename: path });
        const { content } = compileScript(descriptor, { id: 'app', inlineTemplate: true });
        return { contents: content, loader: 'ts', errors: errors.map(({ message }) => ({ text: message })) };
      });
    },
  };
}
