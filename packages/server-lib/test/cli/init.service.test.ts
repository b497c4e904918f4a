import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type App, createApp } from '../support/processes/developer-app.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let app: App;
afterEach(() => app.remove());

const express = { type: 'module', dependencies: { express: '^5.0.0' }, scripts: { dev: 'node --watch app.js' } };
test('prints the lines that the framework needs, in the module format of the app', async () => {
  app = await createApp({ 'package.json': { ...express, type: 'commonjs' }, 'yarn.lock': '' });
  const { stdout } = await app.init('--yes');
  expect(stdout.slice(stdout.indexOf('Next steps'))).toBe(`Next steps:

1. Install: yarn add @askwell/server
2. Add to the module that creates your Express app:

     const { toExpressHandler } = require('@askwell/server/express');
     const { askwell } = require('./askwell.js');
     const { firstPollPage } = require('./first-poll.js');

     app.use('/polls', toExpressHandler(askwell));
     app.get('/poll', async (_request, response) => response.send(await firstPollPage()));

3. Start: yarn run dev
4. Open http://localhost:3000/poll and vote.
`);
});

test('prints the line for an existing Next.js configuration, until it has the line', async () => {
  app = await createApp({ 'package.json': { dependencies: { next: '16' } }, 'next.config.ts': 'export default {};' });
  expect((await app.init('--yes')).stdout).toContain(
    "Add to the configuration in next.config.ts:\n\n     serverExternalPackages: ['@askwell/server', 'better-sqlite3'],\n",
  );
  await app.write(
    'next.config.ts',
    "export default { serverExternalPackages: ['@askwell/server', 'better-sqlite3'] };",
  );
  expect((await app.init('--yes')).stdout).not.toContain('Add to');
});

describe('the package manager', () => {
  test.each([
    [
      'pnpm',
      { 'pnpm-lock.yaml': '' },
      'pnpm add @askwell/server\n2. Allow the build of better-sqlite3: pnpm approve-builds',
    ],
    ['bun', { 'bun.lock': '' }, 'bun add @askwell/server'],
    ['npm', { 'package-lock.json': '{}' }, 'npm install @askwell/server'],
    [
      'yarn',
      { 'package.json': { ...express, packageManager: 'yarn@4.9.1' }, 'package-lock.json': '' },
      'yarn add @askwell/server',
    ],
  ])('%s', async (name, files, command) => {
    app = await createApp({ 'package.json': express, ...files });
    const { stdout } = await app.init('--yes');
    expect(stdout).toContain(`Found Express, JavaScript, ${name}.`);
    expect(stdout).toContain(`1. Install: ${command}`);
  });

  test('does not install packages again', async () => {
    app = await createApp({ 'package.json': { dependencies: { express: '5', '@askwell/server': '1' } } });
    expect((await app.init('--yes')).stdout).not.toContain('Install:');
  });
});

describe('without --yes', () => {
  test('lists the files and asks a program to pass --yes', async () => {
    app = await createApp({ 'package.json': express });
    const { code, stdout, stderr } = await app.init();
    expect([code, stderr]).toEqual([
      2,
      'askwell: Nothing was written, because there is no terminal to confirm at. Pass --yes to write the files.\n',
    ]);
    expect(stdout).toContain('  new      askwell.js\n');
    expect(Object.keys(await app.files())).toEqual(['package.json']);
  });

  test('--dry-run shows the content of the files, without the secret', async () => {
    app = await createApp({ 'package.json': express, '.gitignore': 'dist' });
    const { code, stdout } = await app.init('--dry-run', '--yes');
    expect(code).toBe(0);
    expect(stdout).toContain('  changed  .gitignore, adds *.db, *.db-*, *.secret, .env\n');
    expect(stdout).toContain('\n--- .gitignore (appended)\n*.db\n');
    expect(stdout).toContain("\n--- askwell.js\nimport { existsSync } from 'node:fs';\n");
    expect(stdout).toContain('\nSECRET=(generated)\n');
    expect(await app.files()).toMatchObject({ '.gitignore': 'dist', 'package.json': JSON.stringify(express) });
  });
});

describe('existing files', () => {
  test('are not overwritten, and lines are appended once', async () => {
    const files = { 'askwell.js': 'mine', '.gitignore': 'dist\r\n.env*\r\n*.db', '.env': 'export SECRET = "mine"' };
    app = await createApp({ 'package.json': express, ...files });
    const { stdout } = await app.init('--yes');
    expect(stdout).toContain('  exists   askwell.js, unchanged\n');
    expect(stdout).toContain('  changed  .env, adds BASE_URL\n');
    expect(stdout).toContain('Check .env: BASE_URL must be the URL of /polls, SECRET at least 32 characters.');
    const after = await app.files();
    expect(after).toMatchObject({
      'askwell.js': 'mine',
      '.gitignore': 'dist\r\n.env*\r\n*.db\r\n*.db-*\r\n*.secret\r\n',
      '.env': 'export SECRET = "mine"\nBASE_URL=http://localhost:3000/polls\n',
    });
    await app.init('--yes');
    expect(await app.files()).toEqual(after);
  });

  test('get no secret: a generated one is only in .env', async () => {
    app = await createApp({ 'package.json': express });
    const { stdout } = await app.init('--yes');
    const secret = /^SECRET=([0-9a-f]{64})$/m.exec(await app.read('.env'))?.[1] ?? expect.unreachable();
    expect((await stat(join(app.folder, '.env'))).mode & 0o777).toBe(0o600);
    const { '.env': _, ...others } = await app.files();
    expect(stdout + JSON.stringify(others)).not.toContain(secret);
    expect(others['.env.example']).toBe('BASE_URL=http://localhost:3000/polls\nSECRET=\n');
  });
});

describe('writes nothing outside of the app', () => {
  test.each([
    ['a folder', 'src', '', 'src/askwell.js leads out of the project through a symbolic link. Nothing was written.'],
    [
      'a file',
      '.gitignore',
      '/file',
      '.gitignore leads out of the project through a symbolic link. Nothing was written.',
    ],
    ['nothing', '.env', '/missing', '.env is a broken symbolic link. Nothing was written.'],
  ])('through a symbolic link to %s', async (_, path, target, message) => {
    app = await createApp({ 'package.json': express });
    const outside = await temporaryFolder();
    await writeFile(join(outside, 'file'), 'theirs');
    await symlink(outside + target, join(app.folder, path));
    const { code, stderr } = await app.init('--yes');
    expect([code, stderr]).toEqual([1, `askwell: ${message}\n`]);
    expect(await readFile(join(outside, 'file'), 'utf8')).toBe('theirs');
    expect(Object.keys(await app.files())).toEqual(['package.json']);
    await rm(outside, { recursive: true });
  });

  test('but follows a link within the app', async () => {
    app = await createApp({ 'package.json': express, 'code/app.js': '' });
    await symlink('code', join(app.folder, 'src'));
    expect((await app.init('--yes')).code).toBe(0);
    expect(await app.read('code/askwell.js')).toContain('createAskwell');
  });
});

describe('refuses', () => {
  test.each<[string, Record<string, string | object>, RegExp]>([
    ['a folder without package.json', {}, /No package\.json in \/.*\. Run the command in the folder of your app/],
    ['a broken package.json', { 'package.json': '{ "name": ' }, /package\.json is not valid JSON/],
    ['a list', { 'package.json': '[]' }, /package\.json does not contain a JSON object/],
    ['workspaces', { 'package.json': { workspaces: ['apps/*'] } }, /is the root of a monorepo/],
    [
      'a pnpm workspace',
      { 'package.json': {}, 'pnpm-workspace.yaml': 'packages:\n  - apps/*\n' },
      /root of a monorepo/,
    ],
  ])('%s', async (_, files, message) => {
    app = await createApp(files);
    const { code, stdout, stderr } = await app.init('--yes');
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^askwell: [^\n]+\.\n$/);
    expect([code, stdout]).toEqual([1, '']);
  });

  test('a folder called package.json', async () => {
    app = await createApp({});
    await mkdir(join(app.folder, 'package.json'));
    expect((await app.init()).stderr).toMatch(/Cannot read \/.*package\.json \(EISDIR\)\.\n$/);
  });

  test('not odd fields, settings of pnpm or a byte order mark', async () => {
    const manifest = { dependencies: ['express'], packageManager: 5, scripts: null };
    app = await createApp({
      'package.json': `\uFEFF${JSON.stringify(manifest)}`,
      'pnpm-workspace.yaml': 'onlyBuiltDependencies:\n  - better-sqlite3\n',
    });
    expect((await app.init('--yes')).code).toBe(0);
  });
});
