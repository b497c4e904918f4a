import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Measure
 * @property {string} label
 * @property {'×' | 'ms' | 'µs' | 'MiB' | '/s' | 'bytes'} unit `×` is a ratio: the first named to the second.
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
 *   Each round starts every contender anew, one after the other.
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
    for (let at = 1; at <= rounds; at++) {
      const { figures, note } = await round(at);
      for (const row of rows) row.figures.push(figures[row.key] ?? Number.NaN);
      say(`  ${at}/${rounds}  ${note}`);
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
