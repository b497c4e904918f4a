import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CommandIo } from './command.js';
import { CommandFailure } from './command-failure.js';

/**
 * Reads a new password. A person at a terminal types it twice, without echo; a program sends one line.
 *
 * @throws {CommandFailure} If there is none, or the two differ.
 */
export async function askNewPassword(input: CommandIo['stdin'], print: (text: string) => void): Promise<string> {
  const terminal = input.isTTY === true;
  const lines = createInterface({ input, output: discardingStream(), terminal });
  const nextLine = lineReader(lines);
  try {
    if (!terminal) return await nextLine();
    print('New password: ');
    const password = await nextLine();
    print('\nRepeat the password: ');
    const again = await nextLine();
    print('\n');
    if (password !== again) throw new CommandFailure('The passwords do not match. Nothing was changed.');
    return password;
  } finally {
    lines.close();
  }
}

/** Returns a function that reads the next line, even if it was typed ahead. */
function lineReader(lines: ReturnType<typeof createInterface>): () => Promise<string> {
  const iterator = lines[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await iterator.next();
    if (done) throw new CommandFailure('No password was entered. Nothing was changed.');
    return value;
  };
}

/** A stream that hides what is typed. */
function discardingStream(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
