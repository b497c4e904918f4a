import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openChromium } from './support/chromium.js';
import { countVotes, createPoll, registerOwner, vote } from './support/owner.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';

const next = sharedFile('next/dist/bin/next');
const telemetry = { NEXT_TELEMETRY_DISABLED: '1' };

const bundlers = [
  { bundler: 'turbopack', args: [] },
  { bundler: 'webpack', args: ['--webpack'] },
];

let chromium: Awaited<ReturnType<typeof openChromium>>;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium.close());

let standaloneFolder: string;
beforeEach(async () => {
  standaloneFolder = await mkdtemp(join(tmpdir(), 'askwell-standalone-'));
});
afterEach(() => rm(standaloneFolder, { recursive: true, force: true }));

let running: Program | undefined;
afterEach(async () => {
  // Next waits for open requests when it stops, such as the live results of a page.
  await Promise.all(chromium.contexts().map((context) => context.close()));
  await running?.stop();
  running = undefined;
});

/** Copies the project below the shared install and builds it. A build must create no database and no secret. */
async function buildProject(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const folder = await copyProject('next', name);
  await run(process.execPath, [next, 'build', ...args], { cwd: folder, env: { ...telemetry, ...env } });
  const expected = ['.next', ...(await readdir(new URL('next', import.meta.url)))];
  expect.soft((await readdir(folder)).sort()).toEqual(expected.sort());
  return folder;
}

/** Starts a server and uses it as an owner and a visitor. */
async function useServer(args: readonly string[], cwd: string): Promise<void> {
  running = await startProgram({ args, cwd, basePath: '/polls', env: { ...telemetry, HOSTNAME: '127.0.0.1' } });
  const page = await fetch(running.url, { headers: { connection: 'close' } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('own page')]);

  const url = `${running.url}/polls`;
  const owner = await registerOwner(url);
  const poll = await createPoll(owner);
  await vote(url, poll);
  await voteInBrowser(`${running.url}/poll/${poll}`);
  expect(await countVotes(owner, poll)).toBe(2);
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

test('a built app registers an owner, accepts a vote and shows the results', async () => {
  const folder = await buildProject('next-app', []);
  await useServer([next, 'start', '--hostname', '127.0.0.1'], folder);
});

test.each(bundlers)(
  'a standalone server built with $bundler works in a folder of its own',
  async ({ bundler, args }) => {
    const folder = await buildProject(`next-standalone-${bundler}`, args, { NEXT_OUTPUT: 'standalone' });
    await cp(join(folder, '.next/standalone'), standaloneFolder, { recursive: true, verbatimSymlinks: true });
    const server = join(standaloneFolder, basename(folder));
    // The documentation of Next says to copy the static files or serve them from a CDN.
    await cp(join(folder, '.next/static'), join(server, '.next/static'), { recursive: true });
    await useServer(['server.js'], server);
  },
);
