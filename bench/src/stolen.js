import { existsSync, readFileSync } from 'node:fs';

/** Where Linux tells what its processors did, in ticks: the eighth number is what a virtual machine's host kept for others. */
const file = '/proc/stat';

/**
 * Starts to watch what share of the processors somebody outside of this machine takes away; the function that it gives
 * tells how much it was since. 0 where the system does not tell.
 *
 * @returns {() => number}
 */
export function watchStolen() {
  const before = ticks();
  return () => {
    const passed = ticks().map((count, at) => count - (before[at] ?? 0));
    const all = passed.reduce((sum, count) => sum + count, 0);
    return all > 0 ? (passed[7] ?? 0) / all : 0;
  };
}

/** Of all processors: user, nice, system, idle, iowait, irq, softirq and steal. What follows them is counted in user. */
function ticks() {
  if (!existsSync(file)) return [];
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return line.split(/\s+/).slice(1, 9).map(Number);
}
