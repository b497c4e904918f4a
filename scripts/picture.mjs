// `npm run picture`: creates the screenshots in the README: a poll on a page, in light and dark.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { createAskwell } from '../packages/server-lib/dist/index.js';

const server = createServer((request, response) => {
  if (request.url === '/') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page());
  else askwell.node(request, response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const url = `http://127.0.0.1:${server.address().port}`;
const askwell = createAskwell({ database: ':memory:', baseUrl: url });

const owner = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
const poll = await askwell.polls.create(owner, {
  title: 'Where do we hold the next team day?',
  options: ['By the sea', 'In the mountains', 'In the city', 'Online'],
  results_visibility: 'after_answer',
});
for (const [choice, votes] of Object.entries({ o1: 18, o2: 23, o3: 9, o4: 4 })) {
  for (let n = 0; n < votes; n++) await askwell.polls.vote(poll.id, { choices: [choice] });
}

let pageViews = 0;
const page = () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Team news</title>
<style>
  body { font: 17px/1.6 system-ui, sans-serif; margin: 0; background: light-dark(#f6f4f0, #161513); color: light-dark(#23211e, #eae7e1); }
  main { max-inline-size: 860px; margin: 0 auto; padding: 36px; display: grid; grid-template-columns: 1fr 1fr; gap: 36px; }
  article { padding: 28px; border-radius: 12px; background: light-dark(#fff, #201f1c); }
</style></head><body><main>
<article><askwell-poll id="before" poll-id="${poll.id}"></askwell-poll></article>
<article><askwell-poll id="after" poll-id="${poll.id}" voter="visitor-of-the-picture-${++pageViews}"></askwell-poll></article>
</main><script async src="/widget.js"></script></body></html>`;

const browser = await chromium.launch(await chromiumOptions());
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: 932, height: 520 },
    deviceScaleFactor: 2,
  });
  const tab = await context.newPage();
  await tab.goto(url);
  await tab.locator('#before[state=open]').waitFor();
  const after = tab.locator('#after');
  await after.getByText('In the mountains').click();
  await after.getByRole('button').click();
  await after
    .getByText(/Your choice/)
    .first()
    .waitFor();
  await writeFile(
    new URL(`../docs/images/poll-${colorScheme}.png`, import.meta.url),
    await tab.locator('main').screenshot(),
  );
  await context.close();
}
await browser.close();
server.close();
server.closeAllConnections();
await askwell.close();

/** Returns the launch options of the browser that the tests use. */
async function chromiumOptions() {
  const support = join(import.meta.dirname, '../packages/server-lib/test/support');
  const folder = await mkdtemp(join(support, '.readme-'));
  const outfile = join(folder, 'chromium.mjs');
  try {
    await build({
      entryPoints: [join(support, 'browser/chromium.ts')],
      outfile,
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    return await (await import(outfile)).chromiumOptions();
  } finally {
    await rm(folder, { recursive: true });
  }
}
