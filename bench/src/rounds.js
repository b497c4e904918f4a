import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchStolen } from './stolen.js';

/**
 * @typedef {object} Measure
 * @property {string} label
 * @property {'×' | 'ms' | 'µs' | 'MiB' | '/s' | 'bytes' | 'votes'} unit `×` is a ratio: the first named to the second.
 * @property {number} [atLeast] The target, where there is one.
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
 * @property {(folder: string) => Promise<(round: number) => Promise<Round>>} prepare Makes what all rounds share.
 *   Each round starts all contenders again, one after the other.
 */

/** Not the system's folder for temporary files: that may be memory, where a sync costs nothing. */
const data = fileURLToPath(new URL('../data/', import.meta.url));

/**
 * Runs a case so many times and gives its rows for the table.
 *
 * @param {Case} comparison
 * @param {number} rounds
 * @param {(line: string) => void} say
 */
export async function runRounds({ name, about, measures, prepare }, rounds, say) {
  await mkdir(data, { recursive: true });
  const folder = await mkdtemp(join(data, `${name}-`));
  try {
    say(`${name}: ${about}`);
    const round = await prepare(folder);
    const rows = Object.entries(measures).map(([key, measure]) => ({
      key,
      measure,
      figures: /** @type {number[]} */ ([]),
    }));
    for (const figures of await quietest(rounds, round, say)) {
      for (const row of rows) row.figures.push(figures[row.key] ?? Number.NaN);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of the processors, in a virtual machine: where others take more, a round tells more of them than of what is measured. */
const mostStolen = 0.05;

/**
 * Makes rounds until so many were quiet, though never more than twice as many, and gives the figures of the quietest.
 *
 * @param {number} wanted
 * @param {(round: number) => Promise<Round>} round
 * @param {(line: string) => void} say
 */
async function quietest(wanted, round, say) {
  /** @type {{ figures: Record<string, number>, stolen: number }[]} */
  const made = [];
  const quiet = () => made.filter(({ stolen }) => stolen <= mostStolen).length;
  while (quiet() < wanted && made.length < 2 * wanted) {
    const stolenSince = watchStolen();
    const { figures, note } = await round(made.length + 1);
    const stolen = stolenSince();
    made.push({ figures, stolen });
    say(`  ${made.length}  ${tell(stolen)}${note}`);
  }
  const chosen = made.sort((one, other) => one.stolen - other.stolen).slice(0, wanted);
  if (quiet() < wanted) say(`  ${wanted - quiet()} of the ${wanted} rounds that count were disturbed.`);
  return chosen.map(({ figures }) => figures);
}

/** @param {number} stolen */
function tell(stolen) {
  return stolen > mostStolen ? `(disturbed: ${Math.round(stolen * 100)} % of the processors were taken away) ` : '';
}
