import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build, type Options } from 'tsup';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './support/server.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The maximum size of the client in a bundle, in bytes. */
const maxSize = 60_000;

let server: TestServer;
/** Inside the package, so that programs can import the package by its name. */
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(root, '.bundle-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Bundles a program with the built client and returns the code. */
async function bundle(name: string, program: string, options: Options, conditions: string[]): Promise<string> {
  const entry = join(folder, `${name}.mjs`);
  await writeFile(entry, program);
  await build({
    entry: { [name]: entry },
    outDir: join(folder, 'out'),
    config: false,
    silent: true,
    noExternal: [/./],
    minify: true,
    splitting: false,
    outExtension: () => ({ js: '.js' }),
    ...options,
    esbuildOptions(esbuild) {
      esbuild.conditions = conditions;
    },
  });
  return readFile(join(folder, 'out', `${name}.js`), 'utf8');
}

const worker: [Options, string[]] = [{ platform: 'browser', format: 'iife' }, ['workerd', 'worker', 'browser']];

test('a bundle for Workers has at most 60 KB, and runs with the globals of the web', async () => {
  const code = await bundle('worker', `export * from '@askwell/client';`, ...worker);
  expect(code.length).toBeLessThan(maxSize);
  expect(code).not.toMatch(/\brequire\(|node:/);

  const program = `import { Askwell } from '@askwell/client'; globalThis.run = (options) => new Askwell(options).me();`;
  const web = { AbortController, crypto, fetch, Headers, performance, Request, Response, TextDecoder, URL };
  const globals = { ...web, setTimeout, clearTimeout, URLSearchParams };
  const context = createContext({ ...globals });
  runInContext(await bundle('run', program, ...worker), context);
  const options = { apiKey: await server.createKey('Worker'), baseUrl: server.url };
  expect(await context['run'](options)).toMatchObject({ email: 'owner@example.com' });
});

const node: [Options, string[]] = [{ platform: 'node', format: 'cjs' }, ['node']];

test('a bundle for Node contains undici', async () => {
  const program = `
    import { Askwell } from '@askwell/client';
    new Askwell({ transport: 'undici' }).me().then(({ email }) => console.log(email));`;
  const code = await bundle('node', program, ...node);
  await writeFile(join(folder, 'out/node.cjs'), code);
  const env = { ASKWELL_API_KEY: await server.createKey('Node'), ASKWELL_BASE_URL: server.url };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out/node.cjs')], { env });
  expect(stdout).toBe('owner@example.com\n');
});

/** Prints whether undici is loaded after the import, and after a request. */
const loading = `
  const isLoaded = () => Object.keys(require.cache).some((path) => path.includes('undici'));
  const { Askwell } = await import('@askwell/client');
  const client = new Askwell();
  const before = isLoaded();
  await client.me();
  console.log(before, isLoaded());`;

test.each(['import', 'require'])('undici is not loaded by %s, but by the first request', async (way) => {
  const head = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;
  const text = way === 'import' ? head + loading : `(async () => {${loading.replace('await import', 'require')}})();`;
  const file = join(folder, way === 'import' ? 'loading.mjs' : 'loading.cjs');
  await writeFile(file, text);
  const env = { ASKWELL_API_KEY: await server.createKey('Loading'), ASKWELL_BASE_URL: server.url };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toBe('false true\n');
});
