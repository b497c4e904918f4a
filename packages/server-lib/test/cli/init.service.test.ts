import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { secretFingerprint } from '../../src/base/crypto/secret.js';
import { openWriter } from '../../src/db/sqlite/open-database.js';
import { type App, createApp } from '../support/processes/developer-app.js';
import { runCli } from '../support/processes/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

let app: App;
afterEach(() => app.remove());

const express = { type: 'module', dependencies: { express: '^5.0.0' }, scripts: { dev: 'node --watch app.js' } };
test('prints the lines that the framework needs, in the module format of the app', async () => {
  app = await createApp({ 'package.json': { ...express, type: 'commonjs' }, 'yarn.lock': '' });
  const { stdout } = await app.init('--yes');
  expect(stdout.slice(stdout.indexOf('Next steps'))).toBe(`Next steps:

1. Install: yarn add @askwell/server
2. Add to the module that creates your Express app (version 4 or 5):

     const { toExpressHandler } = require('@askwell/server/express');
     const { askwell } = require('./askwell.js');
     const { sendFirstPoll } = require('./first-poll.js');

     app.use('/polls', toExpressHandler(askwell));
     app.get('/poll', sendFirstPoll);

3. Start: yarn run dev
4. Open http://localhost:3000/poll and vote.
5. Let your users open the dashboard. Replace findUser in askwell.js with the sign-in of your app, such as:

     async function findUser(request) {
       // The user whom a middleware of your app has set, before the one of Askwell.
       const { user } = request;
       return user ? { id: String(user.id), name: user.name, email: user.email } : null;
     }

6. Sign in to your app, then open http://localhost:3000/polls/dashboard.
`);
});

describe('the printed sign-in', () => {
  const printed = async (manifest: object, files: object = {}) => {
    app = await createApp({ 'package.json': manifest, ...files });
    const { stdout } = await app.init('--yes');
    return stdout.slice(stdout.indexOf('Replace findUser'), stdout.indexOf('Sign in to your app'));
  };

  test.each([
    ['passport', ['passport', 'express-session'], 'const { user } = request;'],
    ['express-session', ['express-session'], 'const { user } = request.session;'],
    ['better-auth', ['better-auth', 'express-session'], "const { fromNodeHeaders } = require('better-auth/node');"],
    ['Auth.js', ['@auth/express'], 'await getSession(request, authConfig);'],
    ['Lucia', ['lucia'], "lucia.readSessionCookie(request.headers.cookie ?? '')"],
    ['no library', [], 'const { user } = request;'],
  ])('of an Express app is that of %s', async (_name, packages, line) => {
    const dependencies = Object.fromEntries(['express', ...packages].map((name) => [name, '*']));
    expect(await printed({ dependencies })).toContain(line);
    expect(await app.read('askwell.js')).toContain('getUser: ({ request }) => findUser(request),');
  });

  test.each([
    ['better-auth', 'auth.api.getSession({ headers })'],
    ['next-auth', 'const session = await auth();'],
    ['lucia', "lucia.readSessionCookie(headers.get('cookie') ?? '')"],
    ['none', "const user = await findUserByCookie(headers.get('cookie') ?? '');"],
  ])('of a Next.js app with %s', async (name, line) => {
    expect(await printed({ dependencies: { next: '16', [name]: '*' } })).toContain(line);
  });

  test('of an AdonisJS app without its authentication reads the session', async () => {
    const adonis = { dependencies: { '@adonisjs/core': '6' } };
    expect(await printed(adonis, { 'tsconfig.json': '{}' })).toContain("context.session.get('userId')");
  });
});

test('a Nuxt app has routes for the path of Askwell and for everything below it', async () => {
  app = await createApp({ 'package.json': { dependencies: { nuxt: '4' } } });
  await app.init('--yes');
  expect(await app.read('server/routes/polls/index.js')).toContain("export { default } from './[...]';");
  expect(await app.read('server/routes/polls/[...].js')).toContain('toH3Handler(askwell)');
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
    expect(stdout).toContain('  changed  .gitignore, adds /askwell.db*, .env\n');
    expect(stdout).toContain('\n--- .gitignore (appended)\n/askwell.db*\n');
    expect(stdout).toContain("\n--- askwell.js\nimport { existsSync } from 'node:fs';\n");
    expect(stdout).toContain('\nASKWELL_SECRET=(generated)\n');
    expect(await app.files()).toMatchObject({ '.gitignore': 'dist', 'package.json': JSON.stringify(express) });
  });
});

describe('existing files', () => {
  test('are not overwritten, and lines are appended once', async () => {
    const env = 'export ASKWELL_SECRET = "mine"\nBASE_URL=http://localhost:3000\nDATABASE_URL=mysql://localhost/app';
    const files = { 'askwell.js': 'mine', '.gitignore': 'dist\r\n.env*', '.env': env };
    app = await createApp({ 'package.json': express, ...files });
    const { stdout } = await app.init('--yes');
    expect(stdout).toContain('  exists   askwell.js, unchanged\n');
    expect(stdout).toContain('  changed  .env, adds ASKWELL_DATABASE, ASKWELL_BASE_URL\n');
    expect(stdout).toContain(
      'Check .env: ASKWELL_BASE_URL must be the URL of /polls, ASKWELL_SECRET at least 32 characters, and ASKWELL_DATABASE',
    );
    const after = await app.files();
    expect(after).toMatchObject({
      'askwell.js': 'mine',
      '.gitignore': 'dist\r\n.env*\r\n/askwell.db*\r\n',
      '.env': `${env}\nASKWELL_DATABASE=${app.folder}/askwell.db\nASKWELL_BASE_URL=http://localhost:3000/polls\n`,
    });
    await app.init('--yes');
    expect(await app.files()).toEqual(after);
  });

  test('get no secret: a generated one is only in .env', async () => {
    app = await createApp({ 'package.json': express });
    const { stdout } = await app.init('--yes');
    const secret = /^ASKWELL_SECRET=([0-9a-f]{64})$/m.exec(await app.read('.env'))?.[1] ?? expect.unreachable();
    expect((await stat(join(app.folder, '.env'))).mode & 0o777).toBe(0o600);
    const { '.env': _, ...others } = await app.files();
    expect(stdout + JSON.stringify(others)).not.toContain(secret);
    expect(others['.env.example']).toBe(
      'ASKWELL_DATABASE=\nASKWELL_BASE_URL=http://localhost:3000/polls\nASKWELL_SECRET=\n',
    );
  });
});

test.each(['express', 'next', '@sveltejs/kit', 'astro', '@adonisjs/core'])(
  'the instance of an app of %s is one for all loads of its module, and belongs to the users of the app',
  async (dependency) => {
    app = await createApp({ 'package.json': { type: 'module', dependencies: { [dependency]: '*' } } });
    await app.init('--yes');
    const [module = ''] = Object.entries(await app.files())
      .filter(([path]) => /askwell(?:\.server)?\.[jt]s$/.test(path))
      .map(([, text]) => text);
    expect(module).toMatch(/^export const askwell = createAskwellOnce[(<]/m);
    expect(module).toContain("registration: 'closed',\n  getUser: ");
    expect(module).toContain('env.ASKWELL_DATABASE ??');
    expect(module).not.toMatch(/env\.(?!ASKWELL_)/);
  },
);

test.each(['express', '@nestjs/core'])(
  'the handler of the page of %s passes errors on, because a rejection would end a process with Express 4',
  async (dependency) => {
    app = await createApp({ 'package.json': { type: 'module', dependencies: { [dependency]: '*' } } });
    const { stdout } = await app.init('--yes');
    expect(stdout).toContain("'/poll', sendFirstPoll);");
    await app.write(
      'askwell.js',
      "export const askwell = { accounts: { ensure: async () => { throw 'no database'; } } };",
    );
    const { sendFirstPoll } = await import(/* @vite-ignore */ pathToFileURL(join(app.folder, 'first-poll.js')).href);
    const passed = await new Promise((resolve) => expect(sendFirstPoll({}, {}, resolve)).toBeUndefined());
    expect(passed).toBe('no database');
  },
);

test('a path with spaces is quoted in .env', async () => {
  app = await createApp({ 'my app/package.json': express });
  const cwd = join(app.folder, 'my app');
  await runCli(['init', '--yes'], { cwd });
  expect(await app.read('my app/.env')).toContain(`ASKWELL_DATABASE='${cwd}/askwell.db'\n`);
});

test('askwell check reads the .env of the app, and compares the secret', async () => {
  app = await createApp({ 'package.json': express });
  await app.init('--yes');
  const { ASKWELL_DATABASE: database = '', ASKWELL_SECRET: secret = '' } = parseEnv(await app.read('.env'));
  expect(database).toBe(join(app.folder, 'askwell.db'));
  openWriter(database, 0, { fingerprint: secretFingerprint(Buffer.from(secret)), replaces: false }).database.close();
  const check = await runCli(['check'], { cwd: app.folder });
  expect(check).toEqual({ code: 0, stdout: expect.stringMatching(/^No problems found in [^\n]*\n$/), stderr: '' });

  await app.write('.env', `ASKWELL_DATABASE=${database}\nASKWELL_SECRET=${secret.toUpperCase()}`);
  const other = await runCli(['check'], { cwd: app.folder });
  expect([other.code, other.stdout]).toEqual([
    1,
    expect.stringMatching(/^ASKWELL_SECRET is not the secret of askwell\.db\./),
  ]);
});

test('lists the steps of a framework with several files to change, until they are done', async () => {
  app = await createApp({
    'package.json': { dependencies: { '@adonisjs/core': '6', '@adonisjs/auth': '9' } },
    'tsconfig.json': '{}',
  });
  const middleware = "() => import('#middleware/askwell_middleware'),";
  const { stdout } = await app.init('--yes');
  expect(stdout).toContain(`Add to start/kernel.ts, at the end of server.use.`);
  expect(stdout).toContain(`before it:\n\n     ${middleware}\n`);
  expect(stdout).toContain('await context.auth.check();');
  expect(stdout).toContain('Add to start/routes.ts:');
  await app.write('start/kernel.ts', `server.use([\n${middleware}\n]);`);
  expect((await app.init('--yes')).stdout).not.toContain('start/kernel.ts');
});

test('React Router apps with routes by file names need no added lines', async () => {
  const manifest = { devDependencies: { '@react-router/dev': '7' } };
  app = await createApp({
    'package.json': manifest,
    'tsconfig.json': '{}',
    'app/routes.ts': 'export default flatRoutes()',
  });
  const { stdout } = await app.init('--yes');
  expect(stdout).not.toContain('Add to');
  expect(Object.keys(await app.files())).toContain('app/routes/polls.$.ts');
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

  test('follows a link within the app', async () => {
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

  test('no unusual fields, settings of pnpm or a byte order mark', async () => {
    const manifest = { dependencies: ['express'], packageManager: 5, scripts: null };
    app = await createApp({
      'package.json': `\uFEFF${JSON.stringify(manifest)}`,
      'pnpm-workspace.yaml': 'onlyBuiltDependencies:\n  - better-sqlite3\n',
    });
    expect((await app.init('--yes')).code).toBe(0);
  });
});
