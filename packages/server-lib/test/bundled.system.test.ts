import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assetsForEsbuild } from '../build/assets.mjs';
import { temporaryFolder } from './support/temporary-folder.js';

/** The program of a host, with the path of the writer. */
const program = (writer = '') => `
  import { createAskwell } from '@askwell/server';
  const askwell = createAskwell({ database: 'askwell.db', ${writer} });
  askwell.ready().then(() => askwell.close()).then(() => console.log('opened and closed'));`;

const requireInModules = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

const extensionOf = (format: 'cjs' | 'esm') => ({ '.js': format === 'esm' ? '.mjs' : '.cjs' });

describe('a host bundled into one file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await symlink(new URL('../../../node_modules', import.meta.url).pathname, join(folder, 'node_modules'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Bundles the program and runs the result. */
  async function run(text: string, options: BuildOptions): Promise<{ stdout: string }> {
    await writeFile(join(folder, 'app.mjs'), text);
    const common: BuildOptions = { platform: 'node', format: 'cjs', bundle: true, outExtension: { '.js': '.cjs' } };
    await build({ entryPoints: ['app.mjs'], absWorkingDir: folder, outdir: 'out', ...common, ...options });
    const app = `out/app${options.outExtension?.['.js'] ?? '.cjs'}`;
    return promisify(execFile)(process.execPath, [app], { cwd: folder });
  }

  test('works with external packages', async () => {
    expect(await run(program(), { packages: 'external' })).toMatchObject({ stdout: 'opened and closed\n' });
  });

  test.each(['cjs', 'esm'] as const)('gets an error with advice if the writer is missing (%s)', async (format) => {
    // esbuild leaves unknown modules to `require`, which ES modules do not have.
    const banner = format === 'esm' ? { js: requireInModules } : {};
    const failure = run(program(), { external: ['better-sqlite3'], format, banner, outExtension: extensionOf(format) });
    await expect(failure).rejects.toThrow(
      "It looked for writer.js next to Askwell's own code. If a bundler moved that code, either exclude @askwell/server",
    );
  });

  test('works with the writer as a separate entry', async () => {
    const entryPoints = { app: 'app.mjs', writer: '@askwell/server/writer' };
    const text = program(`writer: ${JSON.stringify(join(folder, 'out/writer.cjs'))}`);
    const bundled = await run(text, { entryPoints, external: ['better-sqlite3'] });
    expect(bundled).toMatchObject({ stdout: 'opened and closed\n' });
  });

  test('keeps a writer that is imported for its side effects', async () => {
    await writeFile(join(folder, 'writer-entry.mjs'), `import '@askwell/server/writer';`);
    const entryPoints = { app: 'app.mjs', 'writer-entry': 'writer-entry.mjs' };
    const text = program(`writer: ${JSON.stringify(join(folder, 'out/writer-entry.cjs'))}`);
    const bundled = await run(text, { entryPoints, external: ['better-sqlite3'] });
    expect(bundled).toMatchObject({ stdout: 'opened and closed\n' });
  });
});

test('a host without the package pg can be bundled, and gets an error that says to install it', async () => {
  const root = new URL('../../../node_modules/', import.meta.url).pathname;
  const folder = await temporaryFolder();
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@askwell'), { recursive: true });
  await cp(new URL('..', import.meta.url), join(modules, '@askwell/server'), {
    recursive: true,
    filter: (source) => /server-lib\/?$|server-lib\/(dist|package\.json)/.test(source),
  });
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')));
  for (const name of Object.keys(dependencies)) await symlink(join(root, name), join(modules, name));

  const options = "database: 'postgres://127.0.0.1/none', secret: 'abcdefgh'.repeat(8)";
  const text = `
    import { createAskwell } from '@askwell/server';
    const askwell = createAskwell({ ${options} });
    askwell.ready().catch((error) => console.log(error.message)).finally(() => askwell.close());`;
  await writeFile(join(folder, 'app.mjs'), text);
  const { warnings } = await build({
    entryPoints: ['app.mjs'],
    absWorkingDir: folder,
    outfile: join(folder, 'app.cjs'),
    bundle: true,
    platform: 'node',
    external: ['better-sqlite3'],
    logLevel: 'silent',
  });
  expect(warnings.filter(({ text: warning }) => warning.includes('pg'))).toEqual([]);
  const { stdout } = await promisify(execFile)(process.execPath, ['app.cjs'], { cwd: folder });
  expect(stdout).toContain('npm install pg');
  await rm(folder, { recursive: true, force: true });
});

describe('the published package', () => {
  const read = (file: string) => readFile(new URL(`../dist/${file}`, import.meta.url), 'utf8');

  /** Returns the text of a file and of all files of the package that it imports. */
  async function readWithImports(file: string): Promise<string> {
    const texts = new Map<string, string>();
    const add = async (name: string): Promise<void> => {
      if (texts.has(name)) return;
      texts.set(name, '');
      const text = await read(name);
      texts.set(name, text);
      for (const [, imported = ''] of text.matchAll(/(?:from |import |import\()"\.\/([^"]+)"/g)) await add(imported);
    };
    await add(file);
    return [...texts.values()].join('\n');
  }

  test.each([
    ['index.js', 'new Worker(new URL("./writer.js", import.meta.url), {'],
    ['cli.js', 'new Worker(new URL("./writer.js", import.meta.url), {'],
    ['index.cjs', 'Worker(__dirname + "/writer.cjs", {'],
  ])('%s starts the writer only in a form that bundlers and file tracers follow', async (file, form) => {
    const text = await readWithImports(file);
    expect(text).toContain(form);
    expect(text.match(/new [\w.]*Worker\(/g)).toHaveLength(1);
  });

  test.each(['writer.js', 'writer.cjs'])('%s needs no other file', async (file) => {
    expect(await read(file)).not.toMatch(/(from|require\(|import) ?"\./);
  });

  test.each(['writer.js', 'writer.cjs'])('%s does not load zod, which would take most of its start', async (file) => {
    expect(await read(file)).not.toMatch(/["']zod["']/);
  });

  test.each(['index.js', 'index.cjs', 'cli.js'])('%s imports pg in a form that file tracers follow', async (file) => {
    expect(await readWithImports(file)).toContain('import("pg")');
  });

  test.each(['index.d.ts', 'index.d.cts'])('%s needs no types of better-sqlite3', async (file) => {
    expect(await read(file)).not.toMatch(/(from|import\(|require\() ?['"]better-sqlite3/);
  });

  test('the command loads the server only if a command needs it', async () => {
    const statically = (await read('cli.js')).match(/from "\.\/[^"]+"/g) ?? [];
    expect(statically.length).toBeGreaterThan(0);
    for (const line of statically) {
      expect(await readWithImports(line.slice(line.indexOf('./') + 2, -1))).not.toContain('createAskwell');
    }
  });

  test.each(['api', 'mcp'])(
    '`askwell %s` does not load the server, which would take most of its start',
    async (command) => {
      const [, file = ''] = (await read('cli.js')).match(new RegExp(`import\\("\\./(${command}-[^"]+)"`)) ?? [];
      expect(await readWithImports(file)).not.toMatch(/assembleServices/);
    },
  );

  test('only the command includes the command line', async () => {
    for (const file of ['index.js', 'index.cjs', 'writer.js', 'writer.cjs']) {
      expect(await readWithImports(file)).not.toContain('parseArgs');
    }
    expect(await readWithImports('cli.js')).toContain('parseArgs');
  });
});

test('the modules of the writer import no file of the built package, which does not exist before the build', async () => {
  const imported: string[] = [];
  await build({
    entryPoints: [fileURLToPath(new URL('../src/writer.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    logLevel: 'error',
    plugins: [
      assetsForEsbuild,
      {
        name: 'record',
        setup({ onResolve }) {
          onResolve({ filter: /^better-sqlite3$/ }, ({ path }) => ({ path, external: true }));
          onResolve({ filter: /^@askwell\/server/ }, ({ path }) => {
            imported.push(path);
            return { path, external: true };
          });
        },
      },
    ],
  });
  expect(imported).toEqual([]);
});
