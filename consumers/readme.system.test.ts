import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openChromium } from './support/chromium.js';
import { type Program, startProgram } from './support/program.js';
import { copyProject } from './support/project.js';

let running: Program | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

/** Starts the first program of a page on a free port. */
async function startFirstProgram(page: string, name: string): Promise<Program> {
  const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8');
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(text) ?? [];
  const folder = await copyProject('frameworks/node', name);
  const adapted = program
    .replace(/'http:\/\/127\.0\.0\.1:3000(\/polls)?'/, 'process.env.BASE_URL')
    .replace('listen(3000', 'listen(process.env.PORT')
    .replace("'askwell.db'", 'process.env.DATABASE_URL');
  await writeFile(join(folder, 'server.js'), adapted);
  const basePath = program.includes('/polls') ? '/polls' : '';
  running = await startProgram({ args: ['server.js'], cwd: folder, basePath });
  return running;
}

test('the program of the README shows a poll that accepts a vote', async () => {
  const { url } = await startFirstProgram('README.md', 'readme');
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('radio', { name: 'Soup' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();
    await expect.poll(() => page.getByText('1 vote', { exact: true }).first().isVisible()).toBe(true);
  } finally {
    await browser.close();
  }
});

test("the program of the server's README prints the URL of a poll's page", async () => {
  const program = await startFirstProgram('packages/server-lib/README.md', 'server-readme');
  running = undefined;
  const { output } = await program.stop();
  expect(output).toMatch(/^http:\/\/127\.0\.0\.1:3000\/p\/poll_[0-9a-z]{20}$/m);
});
