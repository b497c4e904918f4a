import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CliOptions, CliResult } from './run-cli.js';

/** The built command, as it is installed. */
export const cliFile = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** Options of a process. Of this process's environment, it gets only PATH. */
export interface CliProcessOptions extends CliOptions {
  /** The user that runs the command. */
  readonly uid?: number;
  /** A shell command that runs first, such as `ulimit -f 100`. */
  readonly after?: string;
}

/** Runs the built command in a separate process, to its end. */
export async function spawnCli(words: readonly string[], options: CliProcessOptions = {}): Promise<CliResult> {
  const { child, ended } = start(words, options);
  child.stdin?.end(options.input ?? '');
  return ended;
}

export interface ServeOptions extends CliProcessOptions {
  /** More flags. */
  readonly words?: readonly string[];
}

/** A running `askwell serve`. */
export interface ServedCli {
  /** The URL that it prints. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Settles when the process has ended. */
  readonly ended: Promise<CliResult>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CliResult>;
}

/** Starts `askwell serve` on a free port and waits until it prints its URL. */
export async function serveCli(database: string, options: ServeOptions = {}): Promise<ServedCli> {
  const words = ['serve', '--port', '0', '--database-url', database, ...(options.words ?? [])];
  const { child, ended, stdout } = start(words, options);
  const early = ended.then(({ stderr }) => Promise.reject(new Error(`askwell serve ended early: ${stderr}`)));
  early.catch(() => {});
  while (!stdout().includes('\n')) await Promise.race([once(child.stdout ?? child, 'data'), early]);
  return {
    url: /http:\/\/[^\s,]+/.exec(stdout())?.[0] ?? '',
    child,
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

function start(words: readonly string[], { cwd, env, uid, after }: CliProcessOptions) {
  const options: SpawnOptions = {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  };
  const program = [process.execPath, cliFile, ...words];
  const child = after
    ? spawn('sh', ['-c', `${after}; exec "$@"`, 'sh', ...program], options)
    : spawn(program[0] ?? '', program.slice(1), options);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]): CliResult => ({ code, stdout, stderr }));
  return { child, ended, stdout: () => stdout };
}
