import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { openChromium } from './support/chromium.js';
import { type Program, startProgram } from './support/program.js';

let running: Program | undefined;
let folder: string | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

/** Writes the first program of a page into a new project, as the page and `npm init` say. Returns the name of the file. */
async function writeFirstProgram(page: string): Promise<{ file: string; basePath: string }> {
  const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8');
  const [, file = ''] = /^Save this program as `([^`]+)`/m.exec(text) ?? [];
  const [, program = ''] = /^```js\n(.*?)^```$/ms.exec(text) ?? [];
  folder = await mkdtemp(join(inject('installed').shared, 'readme-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  const adapted = program
    .replace(/'http:\/\/127\.0\.0\.1:3000(\/polls)?'/, 'process.env.ASKWELL_BASE_URL')
    .replace('listen(3000', 'listen(process.env.PORT');
  await writeFile(join(folder, file), adapted);
  return { file, basePath: program.includes('/polls') ? '/polls' : '' };
}

async function start({ file, basePath }: { file: string; basePath: string }): Promise<Program> {
  running = await startProgram({ args: [file], cwd: folder ?? expect.unreachable(), basePath });
  return running;
}

/** Stops the program and returns what it has printed. */
async function stop(program: Program): Promise<string> {
  running = undefined;
  return (await program.stop()).output;
}

test('the program of the README shows one poll, over restarts too, and warns about nothing', async () => {
  const program = await writeFirstProgram('README.md');
  const browser = await openChromium();
  try {
    const page = await browser.newPage();
    let { url } = await start(program);
    await page.goto(url);
    const id = await page.locator('askwell-poll').getAttribute('poll-id');
    await page.getByRole('radio', { name: 'Soup' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await page.locator('[state="answered"]').waitFor();
    await expect.poll(() => page.getByText('1 vote', { exact: true }).first().isVisible()).toBe(true);
    await page.goto('about:blank');
    expect(await stop(running ?? expect.unreachable())).toBe('');

    ({ url } = await start(program));
    await page.goto(url);
    expect(await page.locator('askwell-poll').getAttribute('poll-id')).toBe(id);
  } finally {
    await browser.close();
  }
});

test("the program of the server's README prints the URL of a poll's page, over restarts too, and nothing else", async () => {
  const program = await writeFirstProgram('packages/server-lib/README.md');
  const [first, second] = [await stop(await start(program)), await stop(await start(program))];
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:3000\/p\/poll_[0-9a-z]{20}\n$/);
  expect(second).toBe(first);
});
