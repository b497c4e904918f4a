import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { useHostedPageServer } from '../support/browser/hosted-page-server.js';
import { startOtherSite } from '../support/browser/other-site.js';
import { startServer } from '../support/servers/start-server.js';
import { beyond, faults } from './faults.js';

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

const wide = Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join('+');

/** Creates a quiz with formulas and code in its prompt, its options and its explanation. */
const createQuiz = () =>
  services.hosted.quiz({
    description: `A wide one: $${wide}$`,
    reveal: 'answers',
    questions: [
      {
        type: 'single',
        prompt: `What is $\\frac{a}{b}$ of $x^2$ in\n$$\n${wide}\n$$\nand $\\begin{pmatrix}a&b\\end{pmatrix}$?\n\`\`\`\nconst list = [${'1, '.repeat(60)}];\n  print(list)\n\`\`\`\nAnd $$.`,
        options: ['$\\sqrt{2}$', 'US$5'],
        answer: 'o1',
        explanation: '$$\\sum_{i=1}^n i$$',
      },
    ],
  });

/** Checks that each formula has a size, that the code keeps its lines, and that the page does not scroll sideways. */
async function checkTexts(page: Page, quiz: Locator, hasScripts: boolean): Promise<void> {
  const formulas = quiz.locator('math').filter({ visible: true });
  await formulas.first().waitFor();
  for (const formula of await formulas.all()) {
    const box = await formula.boundingBox();
    expect(box?.width).toBeGreaterThan(5);
    expect(box?.height).toBeGreaterThan(5);
  }
  const lookOf = async (selector: string, property: string): Promise<string> => {
    const first = quiz.locator(selector).filter({ visible: true }).first();
    return first.evaluate(
      (shown, name) => shown.ownerDocument.defaultView?.getComputedStyle(shown).getPropertyValue(name) ?? '',
      property,
    );
  };
  const sizeOf = async (selector: string) => Number.parseFloat(await lookOf(selector, 'font-size'));
  expect(await sizeOf('msup > :last-child')).toBeLessThan(await sizeOf('msup > :first-child'));
  expect(await lookOf('msup', 'font-family')).toBe('math');
  expect(await lookOf('mtd', 'padding-left')).not.toBe('0px');
  expect(await lookOf('code', 'font-family')).toMatch(/mono/i);
  expect(await quiz.locator('math[display] + br').filter({ visible: true }).count()).toBe(0);
  const block = quiz.locator('math[display]').filter({ visible: true }).first();
  expect(await block.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
  const code = quiz.locator('code').filter({ hasText: 'print(list)', visible: true }).first();
  expect(await code.evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(true);
  expect((await code.innerText()).split('\n')[1]).toBe('  print(list)');
  expect(await beyond(page)).toBe(0);
  // Without scripts, axe does not run.
  if (hasScripts) expect(await faults(page)).toEqual([]);
}

test.each(['the hosted page without scripts', 'the hosted page', 'the widget on another site'])(
  'formulas and code of a quiz are shown, without styles and scripts of their own: %s',
  async (place) => {
    const hasScripts = !place.endsWith('without scripts');
    const id = await createQuiz();
    const { url } = services.server;
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}`;
    const site = await startOtherSite({ 'content-security-policy': policy });
    const context = await browser.newContext({
      javaScriptEnabled: hasScripts,
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    const element = `<main><h1>Site</h1><askwell-quiz quiz-id="${id}"></askwell-quiz></main><script src="${url}/widget.js"></script>`;
    await page.goto(place.endsWith('site') ? site.urlOf(element) : `${url}/p/${id}`);
    // The script replaces the plain form.
    if (hasScripts) await page.locator('form.answer').waitFor({ state: 'hidden' });
    const quiz = page.locator('main');
    const option = quiz.getByRole('radio').filter({ visible: true }).first();
    await option.check();
    await checkTexts(page, page.locator('main'), hasScripts);
    await quiz.getByRole('button', { name: 'Submit answers' }).filter({ visible: true }).click();
    await page.locator('munderover').filter({ visible: true }).first().waitFor();
    await checkTexts(page, page.locator('main'), hasScripts);
    expect(complaints).toEqual([]);
    await context.close();
    await site.close();
  },
);
