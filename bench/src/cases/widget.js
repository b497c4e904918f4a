import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchChromium } from '../chromium.js';
import { listening } from '../listening.js';
import { count } from '../table.js';

/** @typedef {import('playwright-core').Page} Page */

const slowdown = 4;
const title = 'What shall we have for lunch?';
const options = ['Soup', 'Salad', 'Bread', 'Curry', 'Nothing'];

const { resolve } = createRequire(import.meta.url);
/** Their exports do not include the files for browsers, which are next to the entry. */
const fileOf = (/** @type {string} */ name, /** @type {string} */ file) => join(dirname(resolve(name)), file);
const built = new URL('../../../packages/browser-widget/dist/widget.js', import.meta.url);

/** The poll, inlined so that no library has to fetch it. */
const poll = {
  id: 'poll_00000000000000000000',
  title,
  description: null,
  type: 'single',
  status: 'open',
  accepting: true,
  options: options.map((label, at) => ({ id: `o${at + 1}`, label, image_url: null, full: false })),
  min_choices: null,
  max_choices: null,
  scale: null,
  other: false,
  show_others: false,
  shuffle: false,
  opens_at: null,
  closes_at: null,
  one_per: 'browser',
  allow_change: false,
  results_visibility: 'never',
  after: null,
  locale: null,
};
const survey = { elements: [{ type: 'radiogroup', name: 'q', title, choices: options }] };

/** The scripts and the markup of each page. */
const pages = {
  widget: {
    scripts: ['widget.js'],
    body: `<askwell-poll><script type="application/json">${JSON.stringify({ poll, results: null })}</script></askwell-poll>`,
  },
  surveyjs: {
    scripts: ['survey-core.js', 'survey-js-ui.js'],
    body: `<div id="survey"></div><script>new Survey.Model(${JSON.stringify(survey)}).render(document.getElementById('survey'))</script>`,
  },
};

/** @type {import('../rounds.js').Case} */
export const widget = {
  name: 'widget',
  about: `a poll of five options in Chromium, its processor ${slowdown} times slower, compared with survey-js-ui`,
  measures: {
    scripting: { label: 'the widget : survey-js-ui, scripting until the poll is shown', unit: '×', atMost: 1 },
    ours: { label: 'the widget, scripting until the poll is shown', unit: 'ms' },
    size: { label: 'the widget : survey-js-ui, script gzipped', unit: '×', atMost: 1 },
  },
  async prepare() {
    const files = {
      'widget.js': await readFile(built),
      'survey-core.js': await readFile(fileOf('survey-core', 'survey.core.min.js')),
      'survey-js-ui.js': await readFile(fileOf('survey-js-ui', 'survey-js-ui.min.js')),
    };
    const sizeOf = (/** @type {Buffer[]} */ ...parts) =>
      parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
    const [small, large] = [sizeOf(files['widget.js']), sizeOf(files['survey-core.js'], files['survey-js-ui.js'])];

    return async () => {
      const server = await listening(serve(files));
      const browser = await launchChromium();
      try {
        const address = `http://127.0.0.1:${server.port()}`;
        const ours = await scripting(await browser.newPage(), `${address}/widget`);
        const theirs = await scripting(await browser.newPage(), `${address}/surveyjs`);
        return {
          figures: { scripting: ours / theirs, ours, size: small / large },
          note: `scripting ${ours.toFixed(1)} and ${theirs.toFixed(1)} ms; ${count(small)} and ${count(large)} bytes`,
        };
      } finally {
        await browser.close();
        server.close();
      }
    };
  },
};

/**
 * @param {Record<string, Buffer>} files
 * @returns {import('node:http').RequestListener}
 */
function serve(files) {
  return ({ url = '' }, response) => {
    const name = url.slice(1);
    const file = files[name];
    if (file) {
      response.setHeader('content-type', 'text/javascript').end(file);
      return;
    }
    const page = name === 'widget' || name === 'surveyjs' ? pages[name] : undefined;
    const scripts = page?.scripts.map((script) => `<script src="/${script}"></script>`).join('') ?? '';
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Poll</title><link rel="icon" href="data:,">${scripts}${page?.body ?? ''}`);
  };
}

/**
 * Returns the milliseconds of scripting until the poll is shown.
 *
 * @param {Page} page
 * @param {string} url
 */
async function scripting(page, url) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await page
    .getByRole('radio')
    .nth(options.length - 1)
    .waitFor({ state: 'attached' });
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
}
