import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { useHostedPageServer } from '../support/browser/hosted-page-server.js';
import { startServer } from '../support/servers/start-server.js';

const services = useHostedPageServer(startServer);
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const media = 'https://media.example.com';
const privacy = 'https://example.com/privacy';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/></svg>';

/** Opens a form with an image, a video and a consent with a link. Returns the page, its complaints and the requests for media. */
async function openForm(javaScriptEnabled: boolean): Promise<{ page: Page; complaints: string[]; loaded: string[] }> {
  const id = await services.hosted.form({
    fields: [
      { type: 'image', label: 'The garden', help: 'In *May*', image_url: `${media}/garden.svg` },
      { type: 'video', label: 'A walk', image_url: `${media}/poster.svg`, video_url: `${media}/walk.mp4` },
      { id: 'terms', type: 'consent', label: `I have read the [privacy policy](${privacy})`, required: true },
    ],
  });
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const [complaints, loaded]: [string[], string[]] = [[], []];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  await context.route(`${media}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    loaded.push(pathname);
    return route.fulfill(
      pathname.endsWith('.svg')
        ? { contentType: 'image/svg+xml', body: picture }
        : { contentType: 'video/mp4', body: '' },
    );
  });
  await context.route(privacy, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Privacy</title>' }));
  await page.goto(`${services.server.url}/p/${id}`);
  if (javaScriptEnabled) await page.locator('form.answer').waitFor({ state: 'hidden' });
  return { page, complaints, loaded };
}

test.each([[false], [true]])(
  'images load, videos load on a click, and links open beside the answer: scripts %s',
  async (scripts) => {
    const { page, complaints, loaded } = await openForm(scripts);
    const image = page.getByRole('img', { name: 'The garden' }).filter({ visible: true });
    await expect.poll(() => image.evaluate((node) => node.naturalWidth)).toBe(300);
    expect(await page.locator('figcaption em').filter({ visible: true }).innerText()).toBe('May');
    await expect.poll(() => [...new Set(loaded)].sort()).toEqual(['/garden.svg', '/poster.svg']);

    const consent = page.getByRole('checkbox', { name: 'I have read the privacy policy' }).filter({ visible: true });
    await consent.check();
    const link = page.getByRole('link', { name: 'privacy policy' }).filter({ visible: true });
    const [policy] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await expect.poll(() => policy.title()).toBe('Privacy');
    expect(await policy.evaluate('window.opener === null && document.referrer')).toBe('');
    await policy.close();
    // The link is in the label, and does not change the answer.
    expect(await consent.isChecked()).toBe(true);

    const play = page.getByRole(scripts ? 'button' : 'link', { name: 'Play: A walk' }).filter({ visible: true });
    await play.click();
    await expect.poll(() => loaded).toContain('/walk.mp4');
    expect(await page.locator('video').count()).toBe(scripts ? 1 : 0);
    expect(complaints.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([]);
    await page.context().close();
  },
);
