import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blank, close, stateOf } from './support/browser.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Runs the demo like `npm run demo`, on its own port and without the build, because other tests use the build. */
function run(port: number): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, ['scripts/demo.mjs', '--built'], {
    cwd: root,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  return { child, said: () => output };
}

let demo: ReturnType<typeof run>;
beforeAll(async () => {
  demo = run(0);
  while (!demo.said().includes('Ctrl+C')) {
    const ended = await Promise.race([once(demo.child, 'exit'), once(demo.child.stdout ?? demo.child, 'data')]);
    if (demo.child.exitCode !== null) throw new Error(`The demo ended: ${ended}\n${demo.said()}`);
  }
});
afterAll(() => {
  demo.child.kill('SIGKILL');
});

const addressOf = (what: string) => new RegExp(`${what}: +(\\S+)`).exec(demo.said())?.[1] ?? '';

test('the demo website shows a poll, a quiz and a form that record answers', async () => {
  const page = await blank();
  const noise: string[] = [];
  page.on('pageerror', (error) => noise.push(String(error)));
  await page.goto(addressOf('The website'));

  const poll = page.locator('askwell-poll');
  await poll.getByRole('radio', { name: 'Chowder' }).check();
  await poll.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await poll.getByText('Your choice').waitFor();

  const quiz = page.locator('askwell-quiz');
  await quiz.getByRole('radio', { name: 'Eel' }).check();
  for (let at = 0; at < 3; at++) await quiz.getByRole('button', { name: 'Next' }).click();
  await quiz.getByRole('button', { name: 'Submit answers' }).click();
  await quiz.getByText(/of 4 points/).waitFor();

  const form = page.locator('askwell-form');
  await expect.poll(() => form.getByLabel('How many are you?').inputValue()).toBe('2');
  await form.getByLabel('Name').fill('Visitor');
  await form.getByLabel('E-mail').fill('visitor@example.com');
  await form.getByLabel('Which day?').fill('2026-05-01');
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('button', { name: 'Send' }).click();
  await form.getByText('See you soon.').first().waitFor();
  expect(noise).toEqual([]);
  await close(page);
});

test('the kitchen of the demo edits the poll on the website, which shows the change', async () => {
  const page = await blank();
  const noise: string[] = [];
  page.on('pageerror', (error) => noise.push(String(error)));
  await page.goto(addressOf('Its editor'));
  await page.getByRole('button', { name: 'What shall we cook on Friday?' }).click();
  const title = page.locator('askwell-editor').getByLabel('Title');
  await title.fill('What shall we cook on Saturday?');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await page.getByText('All changes are published.').waitFor();
  await page.getByRole('button', { name: 'All of them' }).click();
  await page.getByRole('button', { name: 'What shall we cook on Saturday?' }).waitFor();

  await page.getByRole('link', { name: 'The website' }).click();
  await page.locator('askwell-poll').getByText('What shall we cook on Saturday?').waitFor();
  expect(noise).toEqual([]);
  await close(page);
});

test('the dashboard of the demo needs no sign-in', async () => {
  const page = await fetch(addressOf('The dashboard'));
  expect([page.status, new URL(page.url).pathname]).toEqual([200, '/dashboard']);
});

test('a port in use is reported with advice', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { child, said } = run(port);
  const [code] = await once(child, 'close');
  other.close();
  expect(code).toBe(1);
  expect(said()).toContain(`Port ${port} is in use. Choose another port, such as PORT=4000 npm run demo.`);
  expect(said()).not.toContain('at ');
});

test('the demo stops on a signal', async () => {
  demo.child.kill('SIGTERM');
  expect(await once(demo.child, 'exit')).toEqual([0, null]);
  await expect(fetch(addressOf('The website'))).rejects.toThrow();
});
