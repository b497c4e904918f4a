import { join } from 'node:path';
import { launchChromium } from '../chromium.js';
import { percentile } from '../probes.js';
import { during } from '../process.js';
import { sized } from '../smoke.js';
import { measureTyping, slowdown } from '../typing.js';

const submissions = sized(200, 5);

/** @type {import('../rounds.js').Case} */
export const logic = {
  name: 'logic',
  about: `a form of 200 fields with 2,000 conditions: typing in Chromium, its processor ${slowdown} times slower, and submissions`,
  measures: {
    response: { label: 'scripts, styles and layout per key', unit: 'ms', atMost: 16 },
    paint: { label: 'key to paint, median', unit: 'ms' },
    submission: { label: 'processor time of the server per submission', unit: 'ms', atMost: 5 },
  },
  async prepare(folder) {
    return (round) =>
      during('askwell-logic', { database: join(folder, `${round}.db`) }, async ({ call }) => {
        const submission = Number(await call('submit', submissions));
        const browser = await launchChromium();
        try {
          const page = await browser.newPage();
          await page.goto(`http://127.0.0.1:${await call('port')}${await call('path')}`);
          await page.locator('form.answer').waitFor({ state: 'hidden' });
          const { times, response } = await measureTyping(
            page,
            page.getByRole('textbox', { name: 'Question 1', exact: true }),
          );
          const figures = { response, paint: percentile(times, 0.5), submission };
          const note = Object.entries(figures).map(([figure, ms]) => `${figure} ${ms.toFixed(1)} ms`);
          return { figures, note: note.join(', ') };
        } finally {
          await browser.close();
        }
      });
  },
};
