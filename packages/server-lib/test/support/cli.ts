import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built command, as it is installed. */
export const cliFile = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

export interface CliOptions {
  readonly cwd?: string;
  /** Environment variables; of the test's own, no more than the PATH is handed on. */
  readonly env?: Record<string, string>;
  /** What goes to its standard input. */
  readonly input?: string;
  /** The user it runs as. */
  readonly uid?: number;
  /** Runs it in a shell after this, such as `ulimit -f 100`. */
  readonly after?: string;
}

export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `askwell` with some words to its end. */
export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  const running = start(words, options);
  running.child.stdin?.end(options.input ?? '');
  return running.ended;
}

export interface ServeOptions extends CliOptions {
  /** Further flags. */
  readonly words?: readonly string[];
}

/** An `askwell serve` under way. */
export interface ServedCli {
  /** Where it says that it listens. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Settles when it has ended. */
  readonly ended: Promise<CliEnd>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CliEnd>;
}

/** Starts `askwell serve` on a free port and waits for the line that says where. */
export async function serveCli(database: string, options: ServeOptions = {}): Promise<ServedCli> {
  const words = ['serve', '--port', '0', '--database-url', database, ...(options.words ?? [])];
  const { child, ended, stdout } = start(words, options);
  const early = ended.then(({ stderr }) => Promise.reject(new Error(`It ended early: ${stderr}`)));
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

function start(words: readonly string[], { cwd, env, uid, after }: CliOptions) {
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
  const ended = once(child, 'close').then(([code]): CliEnd => ({ code, stdout, stderr }));
  return { child, ended, stdout: () => stdout };
}
