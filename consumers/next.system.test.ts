import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../packages/server-lib/test/support/store/postgres-server.js';
import { openChromium } from './support/chromium.js';
import { countVotes, createPoll, ownerWithCookie, vote } from './support/owner.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';
import { expectedOutcome, useAsMembers } from './support/use-as-members.js';

const next = sharedFile('next/dist/bin/next');
const telemetry = { NEXT_TELEMETRY_DISABLED: '1' };

interface Variant {
  readonly bundler: string;
  readonly args: readonly string[];
  /** The `basePath` of Next. */
  readonly basePath: string;
  /** Whether Next redirects to paths with a trailing slash. */
  readonly trailingSlash: boolean;
  readonly database: 'sqlite' | 'postgres';
}

/** A build takes a minute on a busy machine, so each one tests several settings. */
const variants: readonly Variant[] = [
  { bundler: 'turbopack', args: [], basePath: '/app', trailingSlash: true, database: 'postgres' },
  { bundler: 'webpack', args: ['--webpack'], basePath: '', trailingSlash: false, database: 'sqlite' },
];

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

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

/**
 * Builds the project and copies its standalone server, as the documentation of Next says, to a folder without other packages. A build
 * must create no database and no secret.
 */
async function buildServer({ bundler, args, basePath, trailingSlash }: Variant): Promise<string> {
  const folder = await copyProject('next', `next-${bundler}`);
  const before = await readdir(folder);
  const settings = { NEXT_BASE_PATH: basePath, NEXT_TRAILING_SLASH: String(trailingSlash) };
  await run(process.execPath, [next, 'build', ...args], { cwd: folder, env: { ...telemetry, ...settings } });
  expect.soft((await readdir(folder)).sort()).toEqual([...before, '.next'].sort());

  await cp(join(folder, '.next/standalone'), standaloneFolder, { recursive: true, verbatimSymlinks: true });
  const server = join(standaloneFolder, basename(folder));
  await cp(join(folder, '.next/static'), join(server, '.next/static'), { recursive: true });
  return server;
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

test.each(variants)(
  'a standalone server built with $bundler serves owners, visitors and members on $database',
  async (variant) => {
    const { basePath, database } = variant;
    const cwd = await buildServer(variant);
    const env = {
      ...{ ...telemetry, HOSTNAME: '127.0.0.1', NEXT_BASE_PATH: basePath, ASKWELL_SECRET: 'abcdefgh'.repeat(8) },
      ...(database === 'postgres' ? { ASKWELL_DATABASE: postgres.url } : {}),
    };
    running = await startProgram({ args: ['server.js'], cwd, basePath: `${basePath}/polls`, env });
    const app = running.url + basePath;
    const page = await fetch(app, { headers: { connection: 'close' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('own page')]);

    expect(await useAsMembers(running.url, { basePath })).toEqual({ ...expectedOutcome, forged: 201 });

    const owner = await ownerWithCookie(`${app}/polls`, 'user=1');
    const poll = await createPoll(owner);
    await vote(owner.url, poll);
    await voteInBrowser(`${app}/poll/${poll}`);
    expect(await countVotes(owner, poll)).toBe(2);
  },
);
