import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { askYes } from './ask-yes.js';

/** The decision for what a person types, and the text on the terminal. */
async function answer(typed: string): Promise<{ yes: boolean; shown: string }> {
  const input = new PassThrough();
  const output = new PassThrough();
  const decided = askYes('Write these files?', input, output);
  input.end(typed);
  const yes = await decided;
  output.end();
  return { yes, shown: await text(output) };
}

test.each(['y\n', 'Y\n', ' yes \n'])('%j is a yes', async (typed) => {
  expect(await answer(typed)).toEqual({ yes: true, shown: 'Write these files? [y/N] ' });
});

test.each(['\n', 'n\n', 'yesterday\n', ''])('%j is a no', async (typed) => {
  expect((await answer(typed)).yes).toBe(false);
});
