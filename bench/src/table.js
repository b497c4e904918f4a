import { isSmoke } from './smoke.js';

/** @typedef {import('./rounds.js').Measure} Measure */

/**
 * Formats one row per measure: minimum, median, maximum and target, which a smoke run is not compared with.
 *
 * @param {{ measure: Measure, figures: number[] }[]} rows
 */
export function toTable(rows) {
  const cells = rows.map(({ measure, figures }) => {
    const sorted = [...figures].sort((a, b) => a - b);
    const median = middle(sorted);
    const shown = [sorted[0], median, sorted.at(-1)].map(
      (figure) => `${precise(figure ?? Number.NaN)} ${measure.unit}`,
    );
    return [measure.label, ...shown, ...(isSmoke ? [] : [target(measure), verdict(measure, median)])];
  });
  const lines = [['', 'min', 'median', 'max', ...(isSmoke ? [] : ['target', ''])], ...cells];
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {number} value */
export function count(value) {
  return Math.round(value).toLocaleString('en');
}

/** @param {readonly number[]} sorted */
function middle(sorted) {
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? Number.NaN)) / 2;
}

/** @param {number} value */
function precise(value) {
  return value >= 100 ? count(value) : value.toFixed(value < 10 ? 2 : 1);
}

/** @param {Measure} measure */
function target({ atLeast, atMost, unit }) {
  if (atLeast !== undefined) return `≥ ${atLeast} ${unit}`;
  return atMost === undefined ? '' : `≤ ${atMost} ${unit}`;
}

/** @param {Measure} measure @param {number} median */
function verdict({ atLeast, atMost }, median) {
  if (atLeast === undefined && atMost === undefined) return '';
  return median >= (atLeast ?? -Infinity) && median <= (atMost ?? Infinity) ? 'met' : 'missed';
}

/** @param {string} cell @param {number} width @param {number} column */
function pad(cell, width, column) {
  return column === 0 || column === 5 ? cell.padEnd(width) : cell.padStart(width);
}
