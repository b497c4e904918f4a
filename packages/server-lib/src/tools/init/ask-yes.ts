import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Asks a yes-or-no question. Any other input, or its end, counts as no. */
export async function askYes(
  question: string,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const ended = once(terminal, 'close').then(() => '');
  try {
    const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}
