import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { createAskwell } from '@askwell/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blank, close as closePage, servers } from './support/browser.js';
import { bundleForBrowser, renderOnServer } from './support/bundle.js';
import { messagesOf } from './support/component-tests.js';
import { frameworks, installApp } from './support/frameworks.js';
import { pathOf } from './support/pages.js';
import { close, listen } from './support/servers.js';

let askwell: ReturnType<typeof createAskwell>;
let server: Server;
let url: string;
let account: Awaited<ReturnType<typeof askwell.accounts.ensure>>;
beforeAll(async () => {
  askwell = createAskwell({ database: join(servers.folder, 'owners.db') });
  server = createServer(askwell.node);
  url = await listen(server);
  account = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@app.example' });
});
afterAll(async () => {
  await close(server);
  await askwell.close();
});

const apps: Readonly<Record<string, string>> = {
  'React 19': 'apps/ReactOwnerApp.tsx',
  'React 18': 'apps/ReactOwnerApp.tsx',
  'Vue 3': 'apps/VueOwnerApp.vue',
  'Svelte 5': 'apps/SvelteOwnerApp.svelte',
};

test.each(frameworks)('$name lists, edits and publishes with a token, and gets another one', async (framework) => {
  const { id } = await askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' });
  const createToken = () => askwell.tokens.create(account, { asks: [id], can: ['edit', 'publish', 'results'] });
  const [expired, current] = [await createToken(), await createToken()];
  await askwell.tokens.revoke(account, expired.id);
  const installed = await installApp(framework, apps[framework.name] ?? '');
  const app = { ...installed, props: { server: './', tokens: [expired.raw, current.raw] } };

  const html = await renderOnServer(app);
  const [tag] = /<askwell-asks[^>]*>/.exec(html) ?? [''];
  for (const attribute of ['server="./"', `token="${expired.raw}"`, 'id="asks"', 'class="wide"'])
    expect(tag).toContain(attribute);
  expect(tag).not.toMatch(/onopen|ontoken|undefined/i);

  const page = await blank({ viewport: { width: 1280, height: 900 } });
  const messages = messagesOf(page);
  await page.goto(servers.site + pathOf({ head: `<base href="${url}/">`, body: `<div id="root">${html}</div>` }));
  await page.addScriptTag({ content: await bundleForBrowser(app), type: 'module' });
  await page.locator('askwell-asks').getByRole('button', { name: 'Lunch?' }).click();
  const editor = page.locator(`askwell-editor[ask-id="${id}"][theme=dark]`);
  await editor.locator('#m-title').fill('Dinner?');
  await expect.poll(() => messages).toContain('log: saved poll');
  await editor.getByRole('button', { name: 'Publish' }).click();
  await expect.poll(() => messages).toContain('log: published poll');
  await page.locator('askwell-results').getByText('No answers yet').first().waitFor();
  expect((await askwell.polls.get(account, id)).title).toBe('Dinner?');
  // Chromium reports the responses to the token that was revoked.
  expect(messages.filter((text) => !/^log: |401/.test(text))).toEqual([]);
  await closePage(page);
  await rm(app.project, { recursive: true, force: true });
});
