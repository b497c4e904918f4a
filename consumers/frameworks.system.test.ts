import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { filesOf } from '../packages/server-lib/test/support/docs/page-files.js';
import { expectedOutcome, voteThroughProgram } from '../packages/server-lib/test/support/docs/vote-through-program.js';
import { openChromium } from './support/chromium.js';
import { deployStandalone } from './support/next-server.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';

interface Framework {
  /** Its page in `docs/frameworks/`, and the folder in `frameworks/` with the files that the page requires. */
  readonly name: string;
  /** Another version of the framework, or another way to build it. */
  readonly variant?: string;
  /** The changes of the variant to the files of the page. */
  readonly adapt?: (text: string) => string;
  /** The `type` in package.json, in place of `module`. */
  readonly type?: 'commonjs';
  /** Moves the built app to where it runs. */
  readonly deploy?: (folder: string) => Promise<string>;
  readonly build?: () => readonly string[];
  readonly start: () => readonly string[];
  /** The folders that a build creates. */
  readonly built?: readonly string[];
}

const program = (name: string): Framework => ({ name, start: () => ['server.js'] });

const frameworks: readonly Framework[] = [
  ...['node', 'express', 'fastify', 'koa', 'hono', 'nuxt'].map(program),
  { ...program('express'), variant: '4', adapt: (text) => text.replace("from 'express'", "from 'express4'") },
  {
    name: 'nest',
    build: () => [sharedFile('ts7/bin/tsc'), '-p', '.'],
    start: () => ['dist/main.js'],
    built: ['dist'],
  },
  {
    name: 'nest',
    variant: 'CommonJS',
    type: 'commonjs',
    // TypeScript 7 does not support this module resolution.
    build: () => [sharedFile('ts59/bin/tsc'), '-p', '.', '--module', 'commonjs', '--moduleResolution', 'node10'],
    start: () => ['dist/main.js'],
    built: ['dist'],
  },
  {
    name: 'sveltekit',
    build: () => [sharedFile('vite/bin/vite.js'), 'build'],
    start: () => ['build/index.js'],
    built: ['.svelte-kit', 'build'],
  },
  {
    name: 'next',
    variant: 'standalone',
    adapt: (text) => text.replace('serverExternalPackages', "output: 'standalone', serverExternalPackages"),
    build: () => [sharedFile('next/dist/bin/next'), 'build'],
    deploy: deployStandalone,
    start: () => ['server.js'],
    built: ['.next'],
  },
];

function titleOf({ name, variant }: Framework): string {
  return variant === undefined ? name : `${name} (${variant})`;
}

const env = { NEXT_TELEMETRY_DISABLED: '1', HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' };

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());

let running: Program | undefined;
let deployed: string | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  if (deployed !== undefined) await rm(dirname(deployed), { recursive: true });
  deployed = undefined;
});

/** Writes the files of the page into a project, builds it and returns where it runs. A build must create no database. */
async function createProject({ name, type, adapt, build, built = [], deploy }: Framework): Promise<string> {
  const folder = await copyProject(`frameworks/${name}`, `docs-${name}`);
  for (const { path, text } of await filesOf(`frameworks/${name}`)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, adapt?.(text) ?? text);
  }
  if (type !== undefined) await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
  const before = await readdir(folder);
  if (build) await run(process.execPath, build(), { cwd: folder, env });
  expect((await readdir(folder)).sort()).toEqual([...new Set([...before, ...built])].sort());
  return deploy ? deploy(folder) : folder;
}

test.each(frameworks.map((framework) => ({ ...framework, title: titleOf(framework) })))(
  'the app of the docs for $title signs its user in, creates a poll, shows it, accepts a vote and reads the results',
  async (framework) => {
    const cwd = await createProject(framework);
    if (framework.deploy) deployed = cwd;
    running = await startProgram({ args: framework.start(), cwd, basePath: '/polls', env });
    const outcome = await voteThroughProgram(browser, running.url);
    expect(outcome).toMatchObject(expectedOutcome);
    expect(outcome.dashboard).toContain('member@example.com');
    expect(outcome.unknown).toBeGreaterThanOrEqual(400);
    if (framework.deploy) expect(await readdir(join(cwd, '../node_modules'))).toContain('pg');
  },
);
