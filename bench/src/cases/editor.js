import { join } from 'node:path';
import { launchChromium } from '../chromium.js';
import { percentile } from '../probes.js';
import { during } from '../process.js';
import { measureTyping, slowdown } from '../typing.js';

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
      [`${fields} first`, { label: '… first key of a word', unit: 'ms' }],
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
            // A field in the middle.
            await page
              .locator(`.outline-item a[href$="item=f${Math.floor(fields / 2)}"]`)
              .first()
              .click();
            const { times, firsts, work } = await measureTyping(page, page.locator('[name$=".label"]').first());
            await page.close();
            Object.assign(figures, {
              [`${fields} median`]: percentile(times, 0.5),
              [`${fields} first`]: percentile(firsts, 0.5),
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
