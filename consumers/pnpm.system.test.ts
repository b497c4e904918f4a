import { copyFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createFormBrowser } from '../packages/server-lib/test/support/browser/form-browser.js';
import { startProgram } from './support/program.js';
import { sharedFile } from './support/project.js';
import { tryRun } from './support/run.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'askwell-pnpm-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Disables Node's own SQLite, with which the server would not need the binary. */
const hasOwnSqlite = process.allowedNodeEnvironmentFlags.has('--experimental-sqlite');
const withoutOwnSqlite = hasOwnSqlite ? ['--no-experimental-sqlite'] : [];

test('with build scripts not approved, a server starts, and its errors say how to get the binary', async () => {
  const tarball = inject('installed').tarballs.find((path) => path.includes('askwell-server')) ?? '';
  await copyFile(tarball, join(folder, 'askwell-server.tgz'));
  await cp(new URL('pnpm', import.meta.url), folder, { recursive: true });
  const dependencies = { '@askwell/server': 'file:askwell-server.tgz' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  // As docs/binaries.md says for Node 20. Version 13 contains its binaries and has no build script.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), 'overrides:\n  better-sqlite3: ~12.9.0\n');
  const install = await tryRun(sharedFile('pnpm/pnpm'), ['install', '--store-dir', join(folder, 'store')], {
    cwd: folder,
  });
  expect(install.output).toMatch(/Ignored build scripts: better-sqlite3/);

  const server = await startProgram({ args: [...withoutOwnSqlite, 'server.mjs'], cwd: folder });
  const fields = { name: 'Owner', email: 'owner@example.com', password: 'correct horse battery' };
  const page = await createFormBrowser(server).submit('/register', fields);
  const { signal, output } = await server.stop();
  expect([page.status, signal]).toEqual([503, 'SIGTERM']);
  expect(output).toContain('pnpm approve-builds');
  expect(output).toContain('npm rebuild better-sqlite3');
});
