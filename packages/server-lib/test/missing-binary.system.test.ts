import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
/** Disables the fallback of newer versions of Node. */
const env = { PATH: process.env.PATH ?? '', ASKWELL_SQLITE_DRIVER: 'better-sqlite3' };

/** Opens the database, sends a request, and prints both results. */
const program = `
  import { createAskwell } from '@askwell/server';
  const logged = [];
  const log = (details, message) => logged.push({ ...details, message });
  const logger = { info: log, warn: log, error: log };
  const secret = 'only-for-tests-'.repeat(3);
  const askwell = createAskwell({ database: 'askwell.db', secret, logger, registration: 'first', ...JSON.parse(process.argv[2]) });
  const error = await askwell.ready().catch((error) => error);
  const { status } = await askwell.fetch(new Request('http://localhost/register'));
  await askwell.close();
  const { name, message, cause } = error;
  console.log(JSON.stringify({ name, message, reason: cause?.message, cause: cause?.cause?.message, status, logged }));`;

let folder: string;
let binary: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const modules = join(folder, 'node_modules');
  binary = join(modules, 'better-sqlite3/build/Release/better_sqlite3.node');
  await mkdir(join(modules, '@askwell/server'), { recursive: true });
  for (const part of ['package.json', 'dist']) {
    await cp(join(packageFolder, part), join(modules, '@askwell/server', part), { recursive: true });
  }
  await mkdir(join(modules, 'better-sqlite3'));
  const sqlite = dirname(require.resolve('better-sqlite3/package.json'));
  for (const part of ['package.json', 'lib']) {
    await cp(join(sqlite, part), join(modules, 'better-sqlite3', part), { recursive: true });
  }
  for (const name of ['lru-cache', 'zod', 'ipaddr.js', 'uqr', 'bindings']) {
    await symlink(packageOf(name), join(modules, name));
  }
  await writeFile(join(folder, 'app.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Returns the folder of an installed package. Not all packages export their `package.json`. */
function packageOf(name: string): string {
  const found = require.resolve.paths(name)?.map((path) => join(path, name)) ?? [];
  return found.find((path) => existsSync(path)) ?? expect.unreachable(`${name} is not installed.`);
}

async function run(options: object) {
  const { stdout } = await promisify(execFile)(process.execPath, ['app.mjs', JSON.stringify(options)], {
    cwd: folder,
    env,
  });
  return JSON.parse(stdout);
}

function serve() {
  const cli = join(folder, 'node_modules/@askwell/server/dist/cli.js');
  const words = ['serve', '--port', '0', '--database-url', join(folder, 'served.db')];
  return promisify(execFile)(process.execPath, [cli, ...words], { cwd: folder, env });
}

describe.each([
  {
    what: 'is missing',
    prepare: () => rm(binary, { force: true }),
    expected: /better-sqlite3 has no binary here\. With pnpm, run "pnpm approve-builds".*"npm rebuild better-sqlite3"/,
    cause: /Could not locate the bindings file|Cannot find module/,
  },
  {
    what: 'was made for something else',
    prepare: async () => {
      await mkdir(dirname(binary), { recursive: true });
      await writeFile(binary, 'This is no shared library.');
    },
    expected: /better-sqlite3's binary does not fit Node .* Run "npm rebuild better-sqlite3"/,
    cause: /better_sqlite3\.node/,
  },
])("better-sqlite3's binary $what", ({ prepare, expected, cause }) => {
  beforeAll(prepare);

  test.each([{}, { writer: 'inline' }, { database: ':memory:' }])(
    'is reported by ready() and the logger: %j',
    async (options) => {
      const end = await run(options);
      expect(end).toMatchObject({ name: 'AskwellError', status: 503 });
      expect(end.message).toMatch(expected);
      expect(end.reason).toBe(end.message);
      expect(end.cause).toMatch(cause);
      expect(end.logged.map(({ reason }: { reason: string }) => reason)).toContainEqual(
        expect.stringMatching(expected),
      );
      expect(existsSync(join(folder, 'askwell.db'))).toBe(false);
    },
  );

  test('is reported by askwell serve', async () => {
    await expect(serve()).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(expected) });
  });
});
