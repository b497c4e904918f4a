import { setTimeout } from 'node:timers/promises';
import { sized } from './smoke.js';

/** @typedef {import('playwright-core').Page} Page */

/** By how much the processor is slowed down. */
export const slowdown = sized(4, 1);
const words = sized(12, 1);
const word = 'people';
/** Milliseconds between the keys of a word. */
const keyGap = sized(150, 10);
/** Milliseconds between words: the editor saves after 400, and the response arrives while the next word is typed. */
const wordGap = 450;

/**
 * Types into an input on a slow processor. Returns the milliseconds from each key to the next paint, also of the first keys of words
 * alone, before which changes are saved. Returns per key the processor time of the main thread, which other processes do not lengthen:
 * of all its tasks, and of the scripts, styles and layouts in them. The rest is the time that the browser takes for a page without
 * scripts.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} input
 */
export async function measureTyping(page, input) {
  await input.focus();
  await page.keyboard.press('End');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (/** @type {string[]} */ ...names) => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.reduce((sum, { name, value }) => sum + (names.includes(name) ? 1_000 * value : 0), 0);
  };
  const work = () => spent('TaskDuration');
  const response = () => spent('ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // Compiled code, as after some seconds of work.
  await typeWords(page, sized(2, 1));
  await page.evaluate(recordPaints);
  const before = [await work(), await response()];
  await typeWords(page, words);
  const times = await page.evaluate(() => /** @type {any} */ (globalThis).paints);
  const perKey = (/** @type {number} */ after, /** @type {number} */ at) =>
    (after - (before[at] ?? 0)) / (words * (word.length + 1));
  const firsts = times.filter((/** @type {number} */ _, /** @type {number} */ at) => at % (word.length + 1) === 0);
  return { times, firsts, work: perKey(await work(), 0), response: perKey(await response(), 1) };
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
