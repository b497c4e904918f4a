import { afterEach, expect, test } from 'vitest';
import { type Program, startProgram } from './support/program.js';
import { copyProject, sharedFile } from './support/project.js';
import { run } from './support/run.js';
import { expectedOutcome, useAsMembers } from './support/use-as-members.js';

interface App {
  /** The folder in `apps/`. */
  readonly name: string;
  readonly build?: readonly string[];
  readonly start: string;
  /** The status of a write of the app itself, without its CSRF token. */
  readonly forged: number;
}

const apps: readonly App[] = [
  {
    name: 'express4',
    build: [sharedFile('ts59/bin/tsc'), '-p', '.'],
    start: 'dist/server.js',
    forged: 403,
  },
  { name: 'adonis', start: 'bin/server.js', forged: 403 },
  {
    name: 'react-router',
    build: [sharedFile('@react-router/dev/bin.js'), 'build'],
    start: 'server.js',
    forged: 201,
  },
];

let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

test.each(apps)(
  'members of the $name app vote once, and its owner reads who',
  async ({ name, build, start, forged }) => {
    const cwd = await copyProject(`apps/${name}`, `app-${name}`);
    if (build) await run(process.execPath, build, { cwd, env: { NODE_ENV: 'production' } });
    running = await startProgram({
      ...{ args: [start], cwd, basePath: '/polls' },
      env: { HOST: '127.0.0.1', NODE_ENV: 'production' },
    });
    const outcome = await useAsMembers(running.url);
    expect(outcome, running.output()).toEqual({ ...expectedOutcome, forged });
  },
);
