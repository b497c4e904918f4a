import { execFile } from 'node:child_process';

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command to its end and returns its standard output.
 *
 * @throws {Error} With all output in the message when the command fails.
 */
export async function run(file: string, args: readonly string[], options: RunOptions): Promise<string> {
  const result = await tryRun(file, args, options);
  if (result.code === 0) return result.stdout;
  throw new Error(`${[file, ...args].join(' ')} failed:\n${result.output}`);
}

export interface RunResult {
  readonly code: number | null;
  readonly stdout: string;
  /** Standard output, then standard error. */
  readonly output: string;
}

/** Runs a command to its end. Returns a result for a failed command too. */
export function tryRun(file: string, args: readonly string[], { cwd, env = {} }: RunOptions): Promise<RunResult> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...process.env, ...cleared, ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(file, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, output: stdout + stderr });
    });
  });
}

/** Removes from a child's environment the variables that npm and vitest set. */
export const cleared: Readonly<Record<string, undefined>> = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(npm_.*|VITE.*|NODE_ENV|TEST|INIT_CWD|BASE_URL|MODE|DEV|PROD|SSR)$/i.test(name))
    .map((name) => [name, undefined]),
);
