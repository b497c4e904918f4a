import { Readable, Writable } from 'node:stream';
import { runCommand } from '../../../src/tools/cli/run-command.js';

export interface CliOptions {
  readonly cwd?: string;
  /** The environment variables. */
  readonly env?: Record<string, string>;
  /** The standard input. */
  readonly input?: string;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let running = 0;

/**
 * Runs a command of `askwell` from source in this process, which saves the start of another one. Use `spawnCli` where the
 * process matters: signals, limits, users, a terminal, locks between processes.
 */
export async function runCli(
  words: readonly string[],
  { cwd, env = {}, input = '' }: CliOptions = {},
): Promise<CliResult> {
  const [stdout, stderr] = [collectText(), collectText()];
  const before = process.cwd();
  if (running++ > 0) throw new Error('Commands in one process cannot run at the same time: they share its folder.');
  if (cwd !== undefined) process.chdir(cwd);
  try {
    const io = { env, stdin: Readable.from([input]), stdout: stdout.stream, stderr: stderr.stream };
    const code = await runCommand(words, io);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.chdir(before);
    running--;
  }
}

function collectText(): { stream: Writable; text(): string } {
  let text = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    text += chunk;
    done();
  };
  return { stream: new Writable({ write }), text: () => text };
}
