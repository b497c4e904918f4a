import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface Program {
  readonly url: string;
  /** What it has written so far, to standard output and standard error. */
  output(): string;
  /** Stops it as an operator would, and tells how it ended and what it said. */
  stop(): Promise<{ code: number | null; signal: string | null; output: string }>;
}

/** What to run: arguments for `node`, with what goes to its standard input. */
export interface ProgramOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input?: string;
  /** The path that goes into `BASE_URL`. */
  readonly basePath?: string;
  /** Further variables; `undefined` removes one of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a server the way a reader would: in a process of its own, on a free port, over a database of its own. */
export async function startProgram({
  args,
  cwd,
  input = '',
  basePath = '',
  env = {},
}: ProgramOptions): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'askwell-program-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = { PORT: String(port), BASE_URL: url + basePath, DATABASE_URL: join(folder, 'askwell.db') };
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env, ...own }, stdio: 'pipe' });
  let output = '';
  const note = (chunk: Buffer): void => {
    output += chunk;
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  child.stdin.end(input);

  const exited = once(child, 'exit');
  const ended = exited.then(() => {
    throw new Error(`The program ended early:\n${output}`);
  });
  await Promise.race([listening(port, () => child.exitCode === null), ended]);
  ended.catch(() => {});

  return {
    url,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
      return { code: child.exitCode, signal: child.signalCode, output };
    },
  };
}

/** Settles once somebody listens at the port. */
async function listening(port: number, isAlive: () => boolean): Promise<void> {
  while (isAlive() && !(await accepts(port))) await pause(20);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('There is no port to have.');
  return address.port;
}
