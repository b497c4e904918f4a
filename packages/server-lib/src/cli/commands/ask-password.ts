import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandFailure } from '../command-failure.js';

/** Where a password is read from; `isTTY` tells whether a person is typing. */
export type PasswordInput = NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };

/** Asks a person for a new password, twice and unseen. A program gives it as one line. */
export async function askNewPassword(input: PasswordInput, say: (text: string) => void): Promise<string> {
  const terminal = input.isTTY === true;
  const lines = createInterface({ input, output: nowhere(), terminal });
  const nextLine = lineReader(lines);
  try {
    if (!terminal) return await nextLine();
    say('New password: ');
    const password = await nextLine();
    say('\nThe same again: ');
    const again = await nextLine();
    say('\n');
    if (password !== again) throw new CommandFailure('The two were not the same. Nothing was changed.');
    return password;
  } finally {
    lines.close();
  }
}

/** Gives one line after the other, whether it was typed ahead or not. */
function lineReader(lines: ReturnType<typeof createInterface>): () => Promise<string> {
  const iterator = lines[Symbol.asyncIterator]();
  return async () => {
    const { done, value } = await iterator.next();
    if (done) throw new CommandFailure('No password was given. Nothing was changed.');
    return value;
  };
}

/** What is typed shows nowhere. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
