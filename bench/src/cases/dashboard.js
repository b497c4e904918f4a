import { join } from 'node:path';
import { connect } from '../dashboard/browser.js';
import { fillDashboard } from '../dashboard/fill.js';
import { listNames, pages, searches } from '../dashboard/pages.js';
import { percentile } from '../probes.js';
import { during } from '../process.js';
import { isSmoke, sized } from '../smoke.js';

/** @typedef {import('../dashboard/browser.js').Browser} Browser */
/** @typedef {import('../rounds.js').Measure} Measure */

/** @type {import('../dashboard/fill.js').Amount} */
const few = { asks: 10, answers: 10, of: { poll: 4, quiz: 2, form: 2, tickets: 2 }, tickets: 10, sites: 2 };
/** The fewest asks and answers with which each list has as many rows as with {@link many}. @type {import('../dashboard/fill.js').Amount} */
const full = isSmoke
  ? few
  : { asks: 600, answers: 1_200, of: { poll: 40, quiz: 20, form: 20, tickets: 20 }, tickets: 20, sites: 2 };
/** @type {import('../dashboard/fill.js').Amount} */
const many = isSmoke
  ? { ...few, asks: 100, answers: 100 }
  : {
      asks: 10_000,
      answers: 1_000_000,
      of: { poll: 300_000, quiz: 50_000, form: 50_000, tickets: 20_000 },
      tickets: 100_000,
      sites: 20,
    };

const warmUp = sized(20, 0);
const requests = sized(60, 1);
const searchRequests = sized(5, 1);
/** The maximum ratio of the time for a page of the large account to the time for the same page of the small account. */
const maxRatio = 2;

/** @type {Record<string, Measure>} */
const pageMeasures = Object.fromEntries(
  [...Object.keys(pages), ...afterVote()].map((name) => [name, { label: name, unit: '×', atMost: maxRatio }]),
);
/** @type {Record<string, Measure>} */
const searchMeasures = Object.fromEntries(
  Object.keys(searches).flatMap((name) => [
    [name, { label: `${name}, one page`, unit: 'ms' }],
    [`${name}, delay`, { label: '… event loop delay, p99', unit: 'ms' }],
  ]),
);

/** @type {import('../rounds.js').Case} */
export const dashboard = {
  name: 'dashboard',
  about: 'pages of the dashboard with 10,000 asks and a million answers, and with few of each',
  measures: { ...pageMeasures, ...searchMeasures },
  async prepare(folder) {
    const fill = async (/** @type {string} */ name, /** @type {import('../dashboard/fill.js').Amount} */ amount) => {
      const database = join(folder, `${name}.db`);
      return { database, places: await fillDashboard(database, amount) };
    };
    const [small, listed, big] = [await fill('small', few), await fill('listed', full), await fill('big', many)];
    return () => measureAccounts(small, listed, big);
  },
};

/** @typedef {{ database: string, places: import('../dashboard/fill.js').Places }} Filled */

/** @param {Filled} small @param {Filled} listed @param {Filled} big */
function measureAccounts(small, listed, big) {
  return during('askwell-dashboard', small, (first) =>
    during('askwell-dashboard', listed, (second) =>
      during('askwell-dashboard', big, async (third) => {
        const browsers = [
          await connect(first, small.places),
          await connect(second, listed.places),
          await connect(third, big.places),
        ];
        return measureAll(/** @type {[Browser, Browser, Browser]} */ (browsers));
      }),
    ),
  );
}

function afterVote() {
  return ['results of a poll, after each vote', 'latest answers, after each vote', 'list of asks, after each vote'];
}

/** @param {[Browser, Browser, Browser]} browsers @returns {Promise<import('../rounds.js').Round>} */
async function measureAll([small, listed, big]) {
  /** Returns the browser that a page is compared with. @param {string} name */
  const peerOf = (name) => (listNames.includes(name) ? listed : small);
  /** @type {Record<string, number>} */
  const figures = {};
  /** @type {string[]} */
  const notes = [];
  const note = (/** @type {string} */ name, /** @type {Compared} */ { few, many, ratio }) => {
    figures[name] = ratio;
    notes.push(`     ${name.padEnd(36)} ${few.padStart(22)} ${many.padStart(22)}   ${ratio.toFixed(2)} ×`);
  };
  for (const [name, toPath] of Object.entries(pages)) {
    note(name, await compare(peerOf(name), big, toPath));
  }
  for (const name of afterVote()) {
    const page = name.slice(0, name.indexOf(','));
    const toPath = pages[page];
    if (toPath) note(name, await compare(peerOf(page), big, toPath, ({ contender }) => contender.call('vote')));
  }
  for (const [name, toPath] of Object.entries(searches)) {
    const times = [];
    await big.contender.call('watchDelay');
    for (let nth = 0; nth < searchRequests; nth++) times.push((await big.get(toPath(big.context, nth))).time);
    const delay = await big.contender.call('delay');
    figures[name] = percentile(times, 0.5);
    figures[`${name}, delay`] = delay.p99;
  }
  small.close();
  listed.close();
  big.close();
  return { figures, note: `ms and bytes with few (lists: as many rows), and with many\n${notes.join('\n')}` };
}

/** @typedef {{ few: string, many: string, ratio: number }} Compared */

/**
 * Requests a page of both in turns.
 *
 * @param {Browser} small
 * @param {Browser} big
 * @param {(context: import('../dashboard/pages.js').Context) => string} toPath
 * @param {(browser: Browser) => Promise<unknown>} [before] Runs before each request.
 * @returns {Promise<Compared>}
 */
async function compare(small, big, toPath, before) {
  const both = [small, big].map((browser) => ({ browser, times: /** @type {number[]} */ ([]), size: 0 }));
  for (let at = 0; at < warmUp + requests; at++) {
    for (const one of at % 2 === 0 ? both : both.toReversed()) {
      await before?.(one.browser);
      const { time, size } = await one.browser.get(toPath(one.browser.context));
      if (at >= warmUp) one.times.push(time);
      one.size = size;
    }
  }
  const [few = Number.NaN, many = Number.NaN] = both.map(({ times }) => percentile(times, 0.5));
  const [fewText = '', manyText = ''] = both.map(
    ({ times, size }) => `${percentile(times, 0.5).toFixed(2)} ms ${(size / 1000).toFixed(0).padStart(5)} KB`,
  );
  return { few: fewText, many: manyText, ratio: many / few };
}
