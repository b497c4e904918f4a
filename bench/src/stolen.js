import { existsSync, readFileSync } from 'node:fs';

/** Linux lists the processor time here, in ticks. The eighth number is the time that the host gave to other machines. */
const file = '/proc/stat';

/**
 * Starts to measure the share of processor time that other virtual machines take. The returned function returns the share
 * since then, or 0 if the system does not report it.
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

/** Returns the ticks of all processors: user, nice, system, idle, iowait, irq, softirq and steal. The rest is part of user. */
function ticks() {
  if (!existsSync(file)) return [];
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return line.split(/\s+/).slice(1, 9).map(Number);
}
