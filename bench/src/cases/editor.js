import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { launchChromium } from '../chromium.js';
import { percentile } from '../probes.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';

/** @typedef {import('playwright-core').Page} Page */

const slowdown = 4;
const words = sized(12, 1);
const word = 'people';
/** Milliseconds between the keys of a word. */
const keyGap = 150;
/** Milliseconds between words: a save begins after 400, and its response arrives while the next word is typed. */
const wordGap = 450;

/** The numbers of fields of the forms that are edited. */
const sizes = [20, 200];

/** @type {import('../rounds.js').Case} */
export const editor = {
  name: 'editor',
  about: `typing a label in the editor of forms in Chromium, its processor ${slowdown} times slower`,
  measures: Object.fromEntries(
    sizes.flatMap((fields) => [
      [
        `${fields} median`,
        { label: `${fields} fields, key to paint`, unit: 'ms', ...(fields === 200 && { atMost: 50 }) },
      ],
      [`${fields} p95`, { label: '… p95', unit: 'ms' }],
      [`${fields} work`, { label: '… work of the main thread per key, with rendering and saves', unit: 'ms' }],
    ]),
  ),
  async prepare(folder) {
    return (round) =>
      during('askwell-editor', { database: join(folder, `${round}.db`) }, async ({ call }) => {
        const address = `http://127.0.0.1:${await call('port')}`;
        const [name = '', value = ''] = String(await call('cookie')).split('=');
        const browser = await launchChromium();
        try {
          const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
          await context.addCookies([{ name, value, url: address }]);
          const figures = {};
          for (const fields of sizes) {
            const page = await context.newPage();
            await page.goto(address + (await call('createForm', fields)));
            const { times, work } = await measureTyping(page, fields);
            await page.close();
            Object.assign(figures, {
              [`${fields} median`]: percentile(times, 0.5),
              [`${fields} p95`]: percentile(times, 0.95),
              [`${fields} work`]: work,
            });
          }
          const note = Object.entries(figures).map(([figure, ms]) => `${figure} ${ms.toFixed(1)} ms`);
          return { figures, note: note.join(', ') };
        } finally {
          await browser.close();
        }
      });
  },
};

/**
 * Types into the label of a field in the middle of a form. Returns the milliseconds of each key until the next paint.
 *
 * @param {Page} page
 * @param {number} fields
 */
async function measureTyping(page, fields) {
  await page
    .locator(`.outline-item a[href$="item=f${Math.floor(fields / 2)}"]`)
    .first()
    .click();
  const label = page.locator('[name$=".label"]').first();
  await label.focus();
  await page.keyboard.press('End');
  const devtools = await page.context().newCDPSession(page);
  // Processor time, which other processes do not lengthen.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const work = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN);
  };
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // Compiled code, as after some seconds of work.
  await typeWords(page, sized(2, 1));
  await page.evaluate(recordPaints);
  const before = await work();
  await typeWords(page, words);
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).paints);
  return { times, work: ((await work()) - before) / (words * (word.length + 1)) };
}

/** @param {Page} page @param {number} count */
async function typeWords(page, count) {
  for (let nth = 0; nth < count; nth++) {
    for (const key of ` ${word}`) {
      await page.keyboard.press(key);
      await setTimeout(keyGap);
    }
    await setTimeout(wordGap);
  }
}

/** Runs in the page: records the milliseconds from each key until the paint that follows it. */
function recordPaints() {
  const page = /** @type {any} */ (globalThis);
  /** @type {number[]} */
  page.paints = [];
  page.addEventListener(
    'keydown',
    (/** @type {{ timeStamp: number }} */ { timeStamp }) => {
      page.requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => page.paints.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );
}
