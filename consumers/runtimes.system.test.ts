import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startServer, type TestServer } from '../packages/client-sdk/test/support/server.js';
import { clientEnvironment, clientReadmeOutput, clientReadmeProgram } from './support/client-readme.js';
import { copyProject, sharedFile } from './support/project.js';
import { run, tryRun } from './support/run.js';

let folder: string;
beforeAll(async () => {
  folder = await copyProject('runtimes', 'runtimes');
  await writeFile(`${folder}/readme.mjs`, clientReadmeProgram);
});

/** The runtimes other than Node, each with the command that runs a program. */
const runtimes = [
  { name: 'Bun', command: () => [sharedFile('bun/bin/bun')] },
  { name: 'Deno', command: () => [sharedFile('deno/deno'), 'run', '--allow-all', '--no-lock'] },
];

describe.each(runtimes)('with $name', ({ name, command }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  /** Runs a program of the folder and returns its exit code and output. */
  async function runProgram(name: string) {
    const [program = '', ...args] = command();
    return tryRun(program, [...args, name], { cwd: folder, env: await clientEnvironment(server) });
  }

  test('the programs of the README of the client print the output that it shows', async () => {
    const { code, output } = await runProgram('readme.mjs');
    expect(output).toBe(clientReadmeOutput);
    expect(code).toBe(0);
  });

  test('the server creates a poll, counts votes and finds them after a restart', async () => {
    const [program = '', ...args] = command();
    const start = () => run(program, [...args, 'server.mjs', `${name}.db`], { cwd: folder });
    expect([await start(), await start()]).toEqual(['created 2\n', 'found 2\n']);
  });

  test('a closed port rejects with `connected: false`', async () => {
    expect((await runProgram('closed-port.mjs')).output).toBe('ConnectionError false\n');
  });
});

const listening = z.object({ event: z.literal('listen'), port: z.number() });

test('a Worker creates a poll, votes and reads the answers', async () => {
  const bundled = ['--bundle', '--format=esm', '--platform=browser', '--conditions=workerd,worker,browser'];
  await run(sharedFile('esbuild/bin/esbuild'), ['worker.mjs', ...bundled, '--outfile=bundled.mjs'], { cwd: folder });

  const server = await startServer();
  const env = { ...process.env, ...(await clientEnvironment(server)) };
  const worker = spawn(sharedFile('workerd/bin/workerd'), ['serve', 'worker.capnp', '--control-fd=3'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  try {
    const port = await portOf(worker.stdio[3]);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    const found = { choices: ['o2'], votes_count: 1, rows: 2, unauthorized: true };
    expect([response.status, await response.json()]).toEqual([200, found]);
  } finally {
    worker.kill();
    await exited;
    await server.close();
  }
});

/** Waits until workerd reports the port that it listens on. */
async function portOf(events: unknown): Promise<number> {
  if (!(events instanceof Readable)) throw new TypeError('workerd has no control channel.');
  for await (const line of createInterface(events)) {
    const event = listening.safeParse(JSON.parse(line));
    if (event.success) return event.data.port;
  }
  throw new Error('workerd ended before it listened.');
}
