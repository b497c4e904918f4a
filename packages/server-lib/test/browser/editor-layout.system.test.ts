import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
  owner = await createOwner(server.services);
  context = await openWindow(browser, server, owner, { reducedMotion: 'reduce' });
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

const account = () => owner.session.account;

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox()) ?? expect.unreachable('The element is visible.');
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Returns whether an element is completely inside the window and the part of the editor that scrolls around it. */
async function isInView(selector: string, part: string): Promise<boolean> {
  const [inner, outer] = [await boxOf(page.locator(selector)), await boxOf(page.locator(part))];
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const isInside = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  return isInside && outer.top >= 0 && outer.bottom <= height && inner.left >= 0 && inner.right <= width;
}

const fields = Array.from({ length: 18 }, (_, at) =>
  at % 6 === 5
    ? { id: `f${at}`, type: 'page' as const, label: `Page after ${at}` }
    : { id: `f${at}`, type: 'email' as const, label: `Field ${at}` },
);

test('at 768, 1,024 and 1,440 px, what is chosen in the outline is in view, with its fields and its place in the preview', async () => {
  const { id } = await server.askwell.forms.create(account(), { title: 'Long', status: 'draft', fields });
  for (const [width, height] of [
    [768, 1024],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
    for (const { id: field } of fields.filter((_, at) => at % 4 === 1)) {
      await page.locator(`.outline-item a[href$="item=${field}"]`).click();
      await page.waitForURL(`**/edit?item=${field}`);
      expect([field, await isInView('.outline [aria-current]', '.outline > nav')]).toEqual([field, true]);
      expect([field, await isInView('.inspector [name$=".label"]', '.inspector')]).toEqual([field, true]);
      expect(await page.evaluate('scrollY')).toBe(0);
    }
    expect(await page.locator('.ask-head').evaluate((head) => head.getBoundingClientRect().top)).toBeGreaterThan(0);
    const rows = await page.locator('.outline-item').evaluateAll((all) => all.map((row) => row.clientHeight));
    expect([Math.min(...rows), Math.max(...rows)]).toEqual([38, 38]);
    if (width < 1180) await page.getByRole('group', { name: 'Beside the fields' }).getByText('Preview').click();
    // f17 starts the last page.
    await page.locator('askwell-form [data-edited]').waitFor();
    expect(await page.locator('askwell-form .progress').innerText()).toContain('Page 4 of 4');
    if (width < 1180) await page.getByRole('group', { name: 'Beside the fields' }).getByText('Outline').click();
  }
  // Choosing another page turns the preview back, and the marked field is the chosen one.
  await page.locator('.outline-item a[href$="item=f7"]').click();
  await page.locator('askwell-form [data-edited]', { hasText: 'Field 7' }).waitFor();
  expect(await isInView('askwell-form [data-edited]', '.canvas')).toBe(true);
});

test('a field is added between two others, menus of touch devices stay in the window, and Escape closes', async () => {
  const { id } = await server.askwell.forms.create(account(), { title: 'Long', status: 'draft', fields });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  await page.locator('.outline-item').nth(2).hover();
  await page.getByRole('link', { name: 'Add below Field 2' }).click();
  const panel = page.locator('.add-item');
  await panel.getByText('After “Field 2”').waitFor();
  await page.keyboard.press('Escape');
  expect(await panel.getAttribute('open')).toBe(null);
  await panel.locator('summary').click();
  await panel.getByRole('button', { name: 'Date', exact: true }).click();
  await page.locator('.outline-item.current', { hasText: 'Date' }).waitFor();
  // The actions on the form stay beside what is saved.
  await page.getByTitle('More actions').click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  const stored = async () => (await server.askwell.forms.get(account(), id)).fields;
  await expect
    .poll(async () => (await stored()).slice(2, 5).map(({ type, id: field }) => (type === 'date' ? type : field)))
    .toEqual(['f2', 'date', 'f3']);

  const touch = await openWindow(browser, server, owner, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 1024, height: 768 },
  });
  const tablet = await touch.newPage();
  await tablet.goto(`${server.url}/dashboard/asks/${id}/edit?item=f17`);
  const menu = tablet.locator('.outline-item').last().locator('.row-menu');
  await menu.locator('summary').click();
  await menu.locator('.menu-list').waitFor();
  const [list, outline] = [menu.locator('.menu-list'), tablet.locator('.outline > nav')];
  expect((await boxOf(list)).bottom).toBeLessThanOrEqual((await boxOf(outline)).bottom);
  await menu.getByRole('button', { name: 'Remove' }).click();
  await tablet.waitForURL('**/edit');
  await expect.poll(async () => (await stored()).some((field) => field.id === 'f17')).toBe(false);
  await touch.close();
});

test('the preview of a poll shows images of other hosts', async () => {
  await context.route('https://images.example.com/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
    }),
  );
  const options = ['Red', 'Blue'].map((label) => ({ label, image_url: `https://images.example.com/${label}.svg` }));
  const { id } = await server.askwell.polls.create(account(), { title: 'Logo', status: 'draft', options });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  await expect
    .poll(() =>
      page
        .locator('askwell-poll img')
        .evaluateAll((all) => all.map((image) => ('naturalWidth' in image ? image.naturalWidth : 0))),
    )
    .toEqual([30, 30]);
});

test('More of an option stands on the line of the option, and its settings below', async () => {
  const draft = { title: 'Colors', status: 'draft' as const, options: ['Red', 'Blue'] };
  const { id } = await server.askwell.polls.create(account(), draft);
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  const row = page.locator('.label-row').first();
  const input = await boxOf(row.locator('input[type=text]').first());
  const summary = row.locator('summary');
  const more = await boxOf(summary);
  expect([more.top >= input.top, more.bottom <= input.bottom, more.left >= input.right]).toEqual([true, true, true]);
  await summary.click();
  expect((await boxOf(row.locator('.more .field').first())).top).toBeGreaterThanOrEqual(input.bottom);
});

const tabNames = ['Edit', 'Logic', 'Translate', 'Design', 'Settings', 'Code', 'Share', 'Results', 'Answers'];

test('at 360 px, the header is one bar with Undo, the main action and a menu, and each tab is reached by keyboard', async () => {
  const { id } = await server.askwell.forms.create(account(), { title: 'A long title of a form on a phone', fields });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  // The outline comes first, and leads to the fields.
  await page.getByRole('link', { name: 'Title and description' }).click();
  await page.fill('[name=title]', 'Another title');
  await page.locator('[data-save-state]', { hasText: 'Not published' }).waitFor();
  const visible = (selector: string) => page.locator(selector).locator('visible=true').allInnerTexts();
  expect((await visible('.publish-buttons button')).map((text) => text.split('\n')[0])).toEqual(['Undo', 'Publish']);
  const [head, tabs] = [await boxOf(page.locator('.ask-head')), await boxOf(page.locator('.tabs'))];
  // A long title takes three small lines.
  expect(tabs.bottom - head.top).toBeLessThanOrEqual(120);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  const menu = page.locator('.ask-head .menu');
  await menu.locator('summary').press('Enter');
  const entries = ['Discard changes', 'Close', 'Duplicate', 'Archive', 'Delete …'];
  expect(await visible('.ask-head .menu-list button')).toEqual(entries);
  await menu.locator('summary').press('Enter');
  await page.locator('[data-history="undo"]').press('Enter');
  await expect.poll(() => page.inputValue('[name=title]')).toBe('A long title of a form on a phone');
  await menu.locator('summary').press('Enter');
  await menu.getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => page.inputValue('[name=title]')).toBe('Another title');
  await page.locator('[data-save-state]', { hasText: 'Saved.' }).waitFor();
  await menu.getByRole('button', { name: 'Discard changes' }).click();
  await page.waitForURL('**/edit?notice=*');
  expect(await page.inputValue('[name=title]')).toBe('A long title of a form on a phone');
  await page.getByRole('link', { name: 'Edit', exact: true }).focus();
  for (const name of tabNames.slice(1)) {
    await page.keyboard.press('Tab');
    const tab = await boxOf(page.locator('.tabs a:focus', { hasText: name }));
    expect([name, tab.left >= -1, tab.right <= 361]).toEqual([name, true, true]);
  }
});

test('the buttons in the bar of a phone are large enough for touch, and discarding works without scripts', async () => {
  const { id } = await server.askwell.forms.create(account(), { title: 'Touched', fields });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const touch = await openWindow(browser, server, owner, { ...phone, javaScriptEnabled: false });
  const touched = await touch.newPage();
  await touched.goto(`${server.url}/dashboard/asks/${id}/edit`);
  await touched.getByRole('link', { name: 'Title and description' }).tap();
  await touched.fill('[name=title]', 'Something else');
  await touched.locator('.inspector .editor-save button').tap();
  await touched.locator('.ask-head .menu summary').tap();
  const targets = '.ask-head :is(.crumb a, .publish-buttons button, summary, .menu-list button), .tabs a';
  for (const target of await touched.locator(targets).locator('visible=true').all()) {
    const { top, bottom } = await boxOf(target);
    expect([await target.textContent(), bottom - top >= 44]).toEqual([await target.textContent(), true]);
  }
  await touched.getByRole('button', { name: 'Discard changes' }).tap();
  await touched.waitForURL('**/edit?notice=*');
  expect(await touched.inputValue('[name=title]')).toBe('Touched');
  await touch.close();
});

test('the navigation, the title, the menu and the tabs stand at the same place on all tabs, and the content starts at their edge', async () => {
  const title = 'A title that does not fit in one line beside the buttons of the page, whatever the window is';
  const { id } = await server.askwell.forms.create(account(), { title, fields });
  const places = async () => {
    const parts = page.locator('.top :is(.brand, nav a), .ask-head h1, .ask-head .menu > summary, .tabs, .tabs a');
    const boxes = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect()));
    const content = page.locator('.tabs ~ :not(.editor-view), .tabs ~ .editor-view > *').locator('visible=true');
    const lefts = await content.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().left));
    return [...boxes.map(({ left, top, bottom }) => [left, top, bottom].map(Math.round)), Math.min(...lefts)];
  };
  const sizes = [
    [360, 740],
    [768, 1024],
    [1024, 768],
    [1440, 900],
    [1920, 1080],
  ] as const;
  const found: Record<string, unknown> = {};
  for (const name of tabNames) {
    await page.goto(`${server.url}/dashboard/asks/${id}/${name.toLowerCase()}`);
    const bySize: unknown[] = [];
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      // A narrow page scrolls to the current tab.
      await page.locator('.tabs').evaluate((tabs) => tabs.scrollTo(0, 0));
      bySize.push([width, await places()]);
    }
    found[name] = bySize;
  }
  expect(found).toEqual(Object.fromEntries(tabNames.map((name) => [name, found['Edit']])));
});

test('hidden labels of options do not make the page of the editor higher than the window', async () => {
  const options = Array.from({ length: 24 }, (_, at) => `Option ${at}`);
  const poll = { title: 'Many options', status: 'draft' as const, options };
  const { id } = await server.askwell.polls.create(account(), poll);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  await page.locator('askwell-poll[state=open]').waitFor();
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(900);
});

test('a long title of the outline takes the place of its type', async () => {
  const named = ['Name', 'What would you like to tell us about the last conference?'].map((label, at) => ({
    id: `f${at}`,
    type: 'long_text' as const,
    label,
  }));
  const { id } = await server.askwell.forms.create(account(), { title: 'Two', status: 'draft', fields: named });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  const [short, long] = [page.locator('#row-f0'), page.locator('#row-f1')];
  const isBeside = async (row: Locator) => {
    const [name, type] = [await boxOf(row.locator('.outline-title')), await boxOf(row.locator('.outline-type'))];
    return type.top < name.bottom;
  };
  expect([await isBeside(short), await isBeside(long)]).toEqual([true, false]);
  const [link, title] = [await boxOf(long.locator('> a').first()), await boxOf(long.locator('.outline-title'))];
  expect(link.right - title.right).toBeLessThan(16);
});

test('the definition and the conditions start below the tabs, and the conditions use the whole width', async () => {
  const shown = fields.map((field) =>
    field.id === 'f1' ? { ...field, show_if: { all: [{ field: 'f0', answered: true }] } } : field,
  );
  const { id } = await server.askwell.forms.create(account(), { title: 'Wide', status: 'draft', fields: shown });
  await page.setViewportSize({ width: 1440, height: 900 });
  const edges = async (selector: string) => {
    const boxes = await Promise.all((await page.locator(selector).all()).map(boxOf));
    expect([selector, boxes.length > 0]).toEqual([selector, true]);
    const [lefts, rights] = [boxes.map(({ left }) => left), boxes.map(({ right }) => right)];
    return [...new Set([...lefts, ...rights])].sort((a, b) => a - b);
  };
  await page.goto(`${server.url}/dashboard/asks/${id}/code`);
  const [start, end] = await edges('.tabs');
  const [left = 0, right = 0] = await edges('textarea');
  expect([left, right - left]).toEqual([start, 1080]);
  await page.goto(`${server.url}/dashboard/asks/${id}/logic`);
  // The fields share their edges, and the pages beside them end where the tabs end.
  const [from, fieldEnd = 0, ...others] = await edges('.flow-start, .flow-field, .logic-list');
  expect([from, others]).toEqual([left, []]);
  const [mapStart = 0, to] = await edges('.map-list, .logic-side');
  expect([mapStart - fieldEnd > 24, to]).toEqual([true, end]);
});

test('with scripts, all tabs say what is saved, and without scripts, they have a button that saves', async () => {
  const { id } = await server.askwell.forms.create(account(), { title: 'Saved', fields, locale: 'en' });
  const plain = await openWindow(browser, server, owner, { javaScriptEnabled: false });
  const unscripted = await plain.newPage();
  await page.setViewportSize({ width: 1440, height: 900 });
  const save = (of: Page) => of.getByRole('button', { name: 'Save', exact: true });
  for (const tab of ['edit', 'edit?item=f1', 'logic?item=f1', 'translate', 'design', 'settings', 'code']) {
    await page.goto(`${server.url}/dashboard/asks/${id}/${tab}`);
    await page.locator('[data-saves]').waitFor();
    expect([tab, await save(page).count()]).toEqual([tab, 0]);
    expect(await page.locator('[data-save-state]').innerText()).toBe('All changes are published.');
    await unscripted.goto(`${server.url}/dashboard/asks/${id}/${tab}`);
    expect([tab, await save(unscripted).isVisible()]).toEqual([tab, true]);
  }
  await plain.close();
});
