import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { close, createAsk, open, stateOf } from './support/browser.js';

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const design = { accent: '#0a7d5a', font: 'mono', radius: 0, density: 'spacious' };
const poll = async (more: object) =>
  `<askwell-poll poll-id="${await createAsk('polls', { ...draft, ...more })}"></askwell-poll>`;

/** What a poll looks like. */
function lookOf(shown: Locator) {
  return shown.evaluate(({ shadowRoot }) => {
    const style = (selector: string) => {
      const element = shadowRoot?.querySelector(selector);
      if (!element) throw new Error(`${selector} is missing.`);
      return getComputedStyle(element);
    };
    return {
      accent: style('.primary').backgroundColor,
      ink: style('.primary').color,
      font: style('.root').fontFamily,
      radius: style('.option').borderRadius,
      padding: style('.option').padding,
      gap: style('.root').rowGap,
    };
  });
}

async function openPoll(more: object, head = ''): Promise<[Page, Locator]> {
  const page = await open(await poll(more), { page: { head } });
  await stateOf(page, 'open');
  return [page, page.locator('askwell-poll')];
}

test('the elements have the design of the ask', async () => {
  const [page, shown] = await openPoll({ design });
  expect(await lookOf(shown)).toEqual({
    accent: 'rgb(10, 125, 90)',
    ink: expect.stringMatching(/^(rgb\(255, 255, 255\)|color\(xyz.* 1\.1 1\.1 1\.1\))$/),
    font: 'ui-monospace, Menlo, monospace',
    radius: '0px',
    padding: '12px 18px',
    gap: '24px',
  });
  await close(page);
});

test('without a design they have the font of the page and the defaults', async () => {
  const [page, shown] = await openPoll(
    { design: { accent: '#0a7d5a' } },
    '<style>body { font-family: fantasy }</style>',
  );
  const { font, radius, padding, gap } = await lookOf(shown);
  expect({ font, radius, padding, gap }).toEqual({ font: 'fantasy', radius: '8px', padding: '8px 12px', gap: '16px' });
  await close(page);
});

test('the properties of the page override the design, also when they change', async () => {
  const [page, shown] = await openPoll(
    { design },
    '<style>body { --askwell-accent: #c51; --askwell-font: fantasy }</style>',
  );
  const own = { accent: 'rgb(204, 85, 17)', font: 'fantasy', radius: '0px', gap: '24px' };
  expect(await lookOf(shown)).toMatchObject(own);
  await page.evaluate(() => document.body.style.setProperty('--askwell-gap', '4px'));
  expect(await lookOf(shown)).toMatchObject({ ...own, gap: '4px' });
  await page.evaluate(() => document.body.style.setProperty('--askwell-accent', 'initial'));
  expect(await lookOf(shown)).toMatchObject({ accent: 'rgb(10, 125, 90)' });
  await close(page);
});

test('forced colors override the design', async () => {
  const [page, shown] = await openPoll({ design });
  await page.emulateMedia({ forcedColors: 'active' });
  const expected = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
    return getComputedStyle(probe).backgroundColor;
  });
  expect((await lookOf(shown)).accent).toBe(expected);
  await close(page);
});

test('options are large enough to be touched with any density', async () => {
  for (const density of ['compact', 'comfortable', 'spacious']) {
    const [page, shown] = await openPoll({ design: { density } });
    const heights = await shown
      .locator('.option, .primary')
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await close(page);
  }
});
