import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { filesOf } from '../packages/server-lib/test/support/docs/page-files.js';
import { type PostgresServer, startPostgres } from '../packages/server-lib/test/support/store/postgres-server.js';
import { openChromium } from './support/chromium.js';
import { deployStandalone } from './support/next-server.js';
import { countVotes, createPoll, ownerWithCookie, vote } from './support/owner.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';
import { expectedOutcome, useAsMembers } from './support/use-as-members.js';

/** The `basePath` of Next. Its build takes most of a minute, so that one build tests all settings. */
const basePath = '/app';
const telemetry = { NEXT_TELEMETRY_DISABLED: '1' };

let chromium: Awaited<ReturnType<typeof openChromium>>;
let postgres: PostgresServer;
let server: string;
let deployed: string[];
let running: Program;

beforeAll(async () => {
  [chromium, postgres, server] = await Promise.all([openChromium(), startPostgres(), buildServer()]);
  deployed = await readdir(server);
  running = await startProgram({
    args: ['server.js'],
    cwd: server,
    basePath: `${basePath}/polls`,
    env: {
      ...telemetry,
      HOSTNAME: '127.0.0.1',
      NEXT_BASE_PATH: basePath,
      ASKWELL_DATABASE: postgres.url,
      ASKWELL_SECRET: 'abcdefgh'.repeat(8),
    },
  });
});
afterAll(async () => {
  // Next waits for open requests when it stops, such as the live results of a page.
  await chromium.close();
  await running.stop();
  await Promise.all([postgres.stop(), rm(dirname(server), { recursive: true })]);
});

/** Builds the project with Turbopack. A build must create no database and no secret. */
async function buildServer(): Promise<string> {
  const folder = await copyProject('next', 'next-app');
  // The page with the editor is the one of the documentation.
  for (const { path, text } of (await filesOf('embedding-the-editor')).filter(({ path }) => path !== 'server.js')) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text.replace('"/polls"', `"${basePath}/polls"`));
  }
  const before = await readdir(folder);
  const env = { ...telemetry, NEXT_BASE_PATH: basePath };
  await run(process.execPath, [sharedFile('next/dist/bin/next'), 'build'], { cwd: folder, env });
  expect((await readdir(folder)).sort()).toEqual([...before, '.next'].sort());
  return deployStandalone(folder);
}

/** Votes with the React component on the page of the host, which shows the answer from the event. */
async function voteInBrowser(url: string): Promise<void> {
  const page = await chromium.newPage();
  await page.goto(url);
  await page.getByRole('radio', { name: 'Tea' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await page.getByText('You chose o1.').waitFor();
  await page.close();
}

test('a standalone app with PostgreSQL, a base path and trailing slashes lets its members vote once', async () => {
  expect(await useAsMembers(running.url, { basePath })).toEqual({ ...expectedOutcome, forged: 201 });
});

test('a standalone app serves the dashboard, the API and the widget, next to its own pages', async () => {
  const app = running.url + basePath;
  const page = await fetch(app, { headers: { connection: 'close' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('own page')]);

  const owner = await ownerWithCookie(`${app}/polls`, 'user=1');
  const poll = await createPoll(owner);
  await vote(owner.url, poll);
  await voteInBrowser(`${app}/poll/${poll}`);
  expect(await countVotes(owner, poll)).toBe(2);
});

test('the editor of the docs on a page of the app saves with a token of a server component, and gets another one from a server action', async () => {
  const app = running.url + basePath;
  const owner = await ownerWithCookie(`${app}/polls`, 'user=2');
  const poll = await createPoll(owner);
  const context = await chromium.newContext();
  await context.addCookies([{ name: 'user', value: '2', url: running.url }]);
  const page = await context.newPage();
  await page.goto(`${app}/forms/${poll}`);
  const editor = page.locator('askwell-editor');
  const saved = () => page.waitForResponse((reply) => /\/working-copy\/?$/.test(reply.url()) && reply.ok());
  const [first] = await Promise.all([saved(), editor.locator('#m-title').fill('Tea or milk?')]);
  await editor.evaluate((element) => Object.assign(element, { token: 'expired' }));
  const [second] = await Promise.all([saved(), editor.locator('#m-title').fill('Tea or juice?')]);
  const tokens = await Promise.all([first, second].map((reply) => reply.request().headerValue('authorization')));
  expect(new Set(tokens).size).toBe(2);
  expect(tokens).not.toContain(null);
  await context.close();
});

test('a standalone app writes no files, so that it runs without a persistent disk', async () => {
  expect(await readdir(server)).toEqual(deployed);
});

test('a build with webpack includes the files that the package loads at run time: the writer and the drivers of both databases', async () => {
  // With webpack, Next traces external packages with the library that it bundles.
  const { nodeFileTrace } = createRequire(import.meta.url)(sharedFile('next/dist/compiled/@vercel/nft'));
  const entry = join(inject('installed').shared, 'traced.mjs');
  await writeFile(entry, "import '@askwell/server';\nimport '@askwell/server/next';\n");
  const { fileList } = await nodeFileTrace([entry], {
    base: dirname(entry),
    mixedModules: true,
    // The largest package loads no files.
    ignore: 'node_modules/zod/**',
  });
  expect([...fileList]).toEqual(
    expect.arrayContaining([
      'node_modules/@askwell/server/dist/writer.js',
      'node_modules/better-sqlite3/build/Release/better_sqlite3.node',
      'node_modules/pg/lib/index.js',
    ]),
  );
});
