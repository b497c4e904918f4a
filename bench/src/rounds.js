import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isSmoke } from './smoke.js';
import { watchStolen } from './stolen.js';

/**
 * @typedef {object} Measure
 * @property {string} label
 * @property {'×' | 'ms' | 'µs' | 'MiB' | '/s' | 'bytes' | 'votes'} unit `×` is the ratio of the first to the second.
 * @property {number} [atLeast] The target, if there is one.
 * @property {number} [atMost]
 *
 * @typedef {object} Round
 * @property {Record<string, number>} figures One for each measure.
 * @property {string} note Absolute figures, which depend on the machine.
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {string} about
 * @property {Record<string, Measure>} measures
 * @property {(folder: string) => Promise<(round: number) => Promise<Round>>} prepare Prepares the data that all rounds share.
 *   Each round starts every contender again, one after the other.
 */

/** Not the system's temporary folder, which may be in memory, where a sync costs nothing. */
const data = fileURLToPath(new URL('../data/', import.meta.url));

/**
 * Runs a number of rounds of a case and returns its rows for the table.
 *
 * @param {Case} comparison
 * @param {number} rounds
 * @param {(line: string) => void} print
 */
export async function runRounds({ name, about, measures, prepare }, rounds, print) {
  await mkdir(data, { recursive: true });
  const folder = await mkdtemp(join(data, `${name}-`));
  try {
    print(`${name}: ${about}`);
    const round = await prepare(folder);
    const rows = Object.entries(measures).map(([key, measure]) => ({
      key,
      measure,
      figures: /** @type {number[]} */ ([]),
    }));
    for (const figures of await runQuietRounds(rounds, round, print)) {
      for (const row of rows) {
        const figure = figures[row.key];
        if (figure === undefined) throw new Error(`The case ${name} has no figure “${row.key}”.`);
        row.figures.push(figure);
      }
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The maximum share of processor time that other virtual machines take in a quiet round. */
const maxStolen = 0.05;

/**
 * Runs rounds until enough were quiet, at most twice the wanted number. Returns the figures of the quietest rounds.
 *
 * @param {number} wanted
 * @param {(round: number) => Promise<Round>} round
 * @param {(line: string) => void} print
 */
async function runQuietRounds(wanted, round, print) {
  /** @type {{ figures: Record<string, number>, stolen: number }[]} */
  const completed = [];
  const quiet = () => completed.filter(({ stolen }) => stolen <= maxStolen).length;
  // The figures of a smoke run do not count.
  const most = isSmoke ? wanted : 2 * wanted;
  while (quiet() < wanted && completed.length < most) {
    const stolenSince = watchStolen();
    const { figures, note } = await round(completed.length + 1);
    const stolen = stolenSince();
    completed.push({ figures, stolen });
    print(`  ${completed.length}  ${describeStolen(stolen)}${note}`);
  }
  const chosen = completed.sort((one, other) => one.stolen - other.stolen).slice(0, wanted);
  if (quiet() < wanted && !isSmoke) print(`  ${wanted - quiet()} of ${wanted} rounds were disturbed.`);
  return chosen.map(({ figures }) => figures);
}

/** @param {number} stolen */
function describeStolen(stolen) {
  return stolen > maxStolen
    ? `(disturbed: other machines took ${Math.round(stolen * 100)} % of the processor time) `
    : '';
}
