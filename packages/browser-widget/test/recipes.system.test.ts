import { readFile, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { expect, test } from 'vitest';
import { blank, close, createAsk, servers, stateOf } from './support/browser.js';
import { bundleForBrowser, renderOnServer } from './support/bundle.js';
import { frameworks, installApp } from './support/frameworks.js';
import { pathOf } from './support/pages.js';

const read = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');

test.each(frameworks)('the documentation has the code for $name that is tested here', async (framework) => {
  const { recipe } = framework;
  const code = `\`\`\`${extname(recipe).slice(1)}\n${await read(recipe)}\`\`\``;
  expect(await read('../README.md')).toContain(code);
  expect(await read('../../../docs/components.md')).toContain(code);

  const poll = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const installed = await installApp(framework, recipe);
  const app = { ...installed, replaced: { 'https://polls.example.com': servers.askwell, 'poll_…': poll } };
  const page = await blank();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  await page.goto(servers.site + pathOf({ body: `<div id="root">${await renderOnServer(app)}</div>` }));
  await page.addScriptTag({ content: await bundleForBrowser(app), type: 'module' });
  await page.getByRole('radio', { name: 'Salad' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await expect.poll(() => messages.at(-1)).toMatch(/o2/);
  await close(page);
  await rm(app.project, { recursive: true, force: true });
});
