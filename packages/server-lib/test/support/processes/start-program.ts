import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../free-port.js';

export interface Program {
  readonly url: string;
  /** Returns the text on standard output and standard error so far. */
  output(): string;
  /** Sends SIGTERM, and returns the exit code or signal and the output. */
  stop(): Promise<{ code: number | null; signal: string | null; output: string }>;
}

/** The arguments of `node`, its standard input and its environment. */
export interface ProgramOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input?: string;
  /** The path in `ASKWELL_BASE_URL`. */
  readonly basePath?: string;
  /** More variables, and other values. `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs a server in a separate process, on a free port, with a new database. Waits until it listens. */
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
  const baseUrl = url + basePath;
  const database = join(folder, 'askwell.db');
  const own = {
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: database,
    ASKWELL_BASE_URL: baseUrl,
    ASKWELL_DATABASE: database,
  };
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...own, ...env }, stdio: 'pipe' });
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

/** Waits until a process listens on the port. */
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
