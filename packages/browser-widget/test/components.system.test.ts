import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { blank, close, createAsk, readView, script, servers, stateOf } from './support/browser.js';
import { bundleForBrowser, renderOnServer } from './support/bundle.js';
import { lunch, messagesOf, testComponents } from './support/component-tests.js';
import { frameworks, installApp } from './support/frameworks.js';
import { pathOf } from './support/pages.js';

describe.each(frameworks)('$name', testComponents);

test.each(frameworks.filter(({ name }) => name.startsWith('React')))(
  '$name hears the first event of an element that needs no request',
  async (framework) => {
    const poll = await createAsk('polls', lunch);
    const definition = JSON.stringify(await readView('polls', poll));
    const installed = await installApp(framework, 'apps/InlineDefinition.tsx');
    const app = { ...installed, props: { poll, definition } };
    const page = await blank();
    const messages = messagesOf(page);
    await page.goto(servers.site + pathOf({ body: `${script}<div id="root">${await renderOnServer(app)}</div>` }));
    await page.addScriptTag({ content: await bundleForBrowser(app), type: 'module' });
    await page.getByRole('button', { name: 'Show' }).click();
    await stateOf(page, 'open');
    expect(messages).toEqual(['log: ready: Lunch?']);
    await close(page);
    await rm(app.project, { recursive: true, force: true });
  },
);
